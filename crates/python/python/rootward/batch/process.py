"""A searching process and the one who watches it. A row that ends the process, or never ends, gets its error; the rest goes on in a
new process. It is the same on one machine and in a task of a cluster."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from .._errors import Problem
from .row import PartResult, Row, Task
from .schema import columns_of
from .work import refusal

__all__ = ["Cancelled", "RowProcess"]

START_TIME = 120.0
"""Seconds for a process to start: Python and the library, on a machine that is busy with other things."""
GRACE = 2.0
"""Seconds beyond the ceiling of a row before the process is ended: the search looks at its clock by itself."""


class Cancelled(Exception):
    """The work is not wanted any more."""


class Died(Exception):
    """The process ended, or had to be ended."""


class RowProcess:
    """A process for the rows of a task, started when it is needed and kept for further parts."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.restarts = 0
        self._child: subprocess.Popen[bytes] | None = None
        self._is_careful = False
        self._held = b""
        self._cancelled = threading.Event()

    def run(self, rows: Sequence[Row]) -> PartResult:
        """The results of these rows, in their order. `Cancelled` if `cancel` was called."""
        began, before = time.perf_counter(), self.restarts
        found: list[list[Any]] = []
        cpu, place, careful = 0.0, 0, False
        while place < len(rows):
            try:
                for results, spent in self._answers(rows[place:], careful):
                    found.extend(results)
                    cpu += spent
                    place += 1
            except Died as death:
                self._end()
                self.restarts += 1
                # The first death says only that one of the rows without results did it, or a neighbour who took the memory. The
                # second one, of a process that sends every result at once, says which.
                if careful:
                    found.append(refusal(self.task, rows[place], str(death)))
                    place += 1
                careful = not careful
        column = columns_of(self.task.kind).index("nodes")
        nodes = sum(row[column] or 0 for row in found)
        took = time.perf_counter() - began
        return PartResult(found, nodes, round(cpu, 6), round(took, 6), self.restarts - before, socket.gethostname())

    def _answers(self, rows: Sequence[Row], careful: bool) -> Iterator[tuple[list[list[Any]], float]]:
        """Sends rows to the process and gives the answers as they come."""
        child = self._started(careful)
        assert child.stdin is not None
        try:
            child.stdin.write(b"".join(row.line() for row in rows))
            child.stdin.flush()
        except OSError:
            raise Died(self._how_it_ended()) from None
        most = self.task.settings.get("row_time")
        for _ in rows:
            data = self._line(None if most is None else most + GRACE)
            yield data[0], data[1]

    def _started(self, careful: bool) -> subprocess.Popen[bytes]:
        if self._child is not None and self._is_careful == careful and self._child.poll() is None:
            return self._child
        self._end()
        # The same modules can be imported there as here.
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        code = f"from rootward.batch.child import main; main({careful})"
        self._child = subprocess.Popen(
            [sys.executable, "-S", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": "0"},
        )
        self._is_careful, self._held = careful, b""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(self.task.line())
            self._child.stdin.flush()
            said = self._line(START_TIME)
        except (OSError, Died):
            how = self._how_it_ended()
            self._end()
            raise RuntimeError(f"the searching process did not start: {how}") from None
        if "refused" in said:
            self._end()
            raise Problem(said["refused"])
        return self._child

    def _line(self, most: float | None) -> Any:
        """The next line of the process, as data."""
        child = self._child
        assert child is not None and child.stdout is not None
        deadline = None if most is None else time.monotonic() + most
        while b"\n" not in self._held:
            if self._cancelled.is_set():
                raise Cancelled
            left = 0.5 if deadline is None else min(0.5, deadline - time.monotonic())
            if left <= 0:
                raise Died(f"time: no result within {most - GRACE if most else 0:g} s; the process was ended")
            if not select.select([child.stdout], [], [], left)[0]:
                continue
            read = os.read(child.stdout.fileno(), 1 << 20)
            if not read:
                if self._cancelled.is_set():
                    raise Cancelled
                raise Died(self._how_it_ended())
            self._held += read
        line, self._held = self._held.split(b"\n", 1)
        return json.loads(line)

    def _how_it_ended(self) -> str:
        child = self._child
        if child is None:
            return "crash: the process ended"
        try:
            code = child.wait(5)
        except subprocess.TimeoutExpired:
            return "crash: the process closed its output"
        if code >= 0:
            return f"crash: the process ended with exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"crash: the process was ended by {name}"

    def cancel(self) -> None:
        """Ends the work from another thread: `run` raises `Cancelled`."""
        self._cancelled.set()
        child = self._child
        if child is not None and child.poll() is None:
            child.kill()

    def close(self) -> None:
        """Ends the process."""
        self._end()

    def _end(self) -> None:
        child, self._child, self._held = self._child, None, b""
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass
