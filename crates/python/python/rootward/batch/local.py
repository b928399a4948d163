"""Running parts on this machine: a thread for every searching process, which only watches it."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence

from .._limits import whole
from .process import Cancelled, RowProcess
from .row import PartResult, Row, Task

__all__ = ["Local"]


def _cores() -> int:
    """The cores that this process may use; not every system tells them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Local:
    """Searching processes on this machine."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = whole(_cores() if processes is None else processes, "processes", 1, 4096)

    def __repr__(self) -> str:
        return f"Local({self.processes})"

    def run(
        self, task: Task, numbers: Sequence[int], rows_of: Callable[[int], list[Row]]
    ) -> Iterator[tuple[int, PartResult] | None]:
        """The results of these parts as they are finished; ``None`` when nothing was for a while. Leaving the loop ends the work."""
        todo, done = queue.SimpleQueue[int](), queue.SimpleQueue[tuple[int, PartResult] | BaseException]()
        for number in numbers:
            todo.put(number)
        workers = [RowProcess(task) for _ in range(min(self.processes, len(numbers)))]

        def work(worker: RowProcess) -> None:
            try:
                while True:
                    number = todo.get_nowait()
                    done.put((number, worker.run(rows_of(number))))
            except (queue.Empty, Cancelled):
                pass
            except BaseException as error:  # noqa: BLE001 - raised again by the one who waits
                done.put(error)
            finally:
                worker.close()

        threads = [threading.Thread(target=work, args=(worker,), daemon=True) for worker in workers]
        for thread in threads:
            thread.start()
        try:
            left = len(numbers)
            while left:
                try:
                    result = done.get(timeout=0.25)
                except queue.Empty:
                    yield None
                    continue
                if isinstance(result, BaseException):
                    raise result
                left -= 1
                yield result
        finally:
            for worker in workers:
                worker.cancel()
            for thread in threads:
                thread.join(10)
