"""Running parts on Ray: tasks with their rows as arguments, so that the machines need no file system in common."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .._errors import Problem
from .row import PartResult, Row, Task

__all__ = ["ClusterLost", "Ray"]

TRIES = 3
"""How often a part is given to the cluster again that Ray could not finish."""


NO_CORES_SECONDS = 300.0
"""How long a cluster may have no node for a part: one that grows by itself takes minutes to start a machine."""


class ClusterLost(RuntimeError):
    """The cluster does not answer any more. What is finished is kept, and the same call goes on with the rest."""


class Ray:
    """A cluster of Ray: the one that runs on this machine, or the one with this address (``host:port`` of its head)."""

    def __init__(self, address: str | None = None) -> None:
        self.address = address or os.environ.get("RAY_ADDRESS") or "auto"

    def __repr__(self) -> str:
        return f"Ray({self.address!r})"

    def run(
        self, task: Task, numbers: Sequence[int], rows_of: Callable[[int], list[Row]]
    ) -> Iterator[tuple[int, PartResult] | None]:
        """The results of these parts as they are finished; ``None`` when nothing was for a while. Leaving the loop ends the work."""
        driver = _Driver(self.address, int(task.settings.get("threads", 1)))
        try:
            driver.send(task.line())
            yield from self._loop(driver, list(numbers), rows_of, int(task.settings.get("threads", 1)))
        finally:
            driver.close()

    def _loop(
        self, driver: _Driver, todo: list[int], rows_of: Callable[[int], list[Row]], threads: int
    ) -> Iterator[tuple[int, PartResult] | None]:
        todo.reverse()
        running, tries, had_cores = set[int](), dict[int, int](), time.monotonic()
        while todo or running:
            # Enough that no machine waits; not all of them, since the rows are held in memory.
            while todo and len(running) < 2 * driver.at_once + 2:
                number = todo.pop()
                driver.send(json.dumps({"part": number, "rows": rows_of(number)}, ensure_ascii=False).encode() + b"\n")
                running.add(number)
            said = driver.receive(0.25)
            if driver.at_once:
                had_cores = time.monotonic()
            elif time.monotonic() - had_cores > NO_CORES_SECONDS:
                waited = f"for {NO_CORES_SECONDS:g} seconds"
                raise ClusterLost(f"the Ray cluster at {driver.head} has had no node with {threads} or more cores {waited}")
            if said is None:
                yield None
            elif "result" in said:
                running.discard(said["part"])
                yield said["part"], PartResult(*said["result"])
            elif "failed" in said:
                number = said["part"]
                running.discard(number)
                tries[number] = tries.get(number, 0) + 1
                if said["failed"].startswith("Problem: "):
                    raise Problem(said["failed"].removeprefix("Problem: "))
                if tries[number] >= TRIES:
                    raise RuntimeError(f"part {number} could not be finished on the cluster: {said['failed']}")
                todo.append(number)


class _Driver:
    """The process that Ray is loaded into."""

    def __init__(self, address: str, threads: int) -> None:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        code = f"from rootward.batch.ray_driver import main; main({address!r}, {threads})"
        self._child = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths}
        )
        self._held = b""
        self.at_once, self.head = 1, address
        deadline = time.monotonic() + 180
        while (said := self.receive(1.0)) is None:
            if time.monotonic() > deadline:
                self.close()
                raise ClusterLost(f"no Ray cluster answers at '{address}' within three minutes")

    def send(self, line: bytes) -> None:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line)
            self._child.stdin.flush()
        except OSError:
            # The reason is on its output.
            self.receive(5.0)
            raise self._lost() from None

    def receive(self, most: float) -> dict[str, Any] | None:
        """What the process says next; ``None`` if it is silent for so many seconds."""
        stdout = self._child.stdout
        assert stdout is not None
        while b"\n" not in self._held:
            if not select.select([stdout], [], [], most)[0]:
                return None
            read = os.read(stdout.fileno(), 1 << 20)
            if not read:
                raise self._lost()
            self._held += read
        line, self._held = self._held.split(b"\n", 1)
        said: dict[str, Any] = json.loads(line)
        if "at_once" in said:
            self.at_once, self.head = said["at_once"], said.get("head", self.head)
        if "refused" in said:
            raise Problem(said["refused"])
        if "lost" in said:
            raise self._lost()
        return said

    def _lost(self) -> ClusterLost:
        return ClusterLost(f"the Ray cluster at {self.head} is lost: its head does not answer")

    def close(self) -> None:
        """Ends the process; Ray ends its tasks."""
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass
        try:
            self._child.wait(5)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
