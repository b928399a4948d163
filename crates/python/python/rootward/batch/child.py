"""The process that searches. A line with the task comes in, then a line for every row; a line with its results goes out for each.

Results are sent together for a few hundredths of a second, since every sending wakes the other side; a *careful* process sends each at
once, so that the first row without results is the one at which it died."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from typing import Any

from .._errors import Problem

__all__ = ["main"]

LEAST_MEMORY = 64 << 20
"""What a searching process maps beyond its start: threads, and the rows that wait."""
GATHERED = 0.05
"""Seconds for which results wait for others."""


def main(careful: bool = False) -> None:
    """Reads rows from stdin until it ends, which ends the process even in the midst of a search."""
    # What rules in Python print must not come between the results.
    out = os.dup(1)
    os.dup2(2, 1)
    source = sys.stdin.buffer
    from .row import Row, Task
    from .work import Work, sentence

    try:
        task = Task.read(source.readline())
        _limit_memory(task.settings.get("row_memory"))
        work = Work(task)
        from .._rootward import __version__

        if task.version != __version__:
            raise RuntimeError(f"the job is one of rootward {task.version}, and here is {__version__}")
    except Exception as error:  # noqa: BLE001 - told to the other side
        _send(out, json.dumps({"refused": sentence(error)}).encode() + b"\n")
        return
    _send(out, b'{"ready":true}\n')
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, lines), daemon=True).start()
    gathered, sent, spent = list[bytes](), time.perf_counter(), time.process_time()
    while True:
        rows = work.rows(Row.read(lines.get()))
        now, cpu = time.perf_counter(), time.process_time()
        gathered.append(json.dumps([rows, round(cpu - spent, 6)], ensure_ascii=False).encode() + b"\n")
        spent = cpu
        if careful or now - sent >= GATHERED or lines.empty():
            _send(out, b"".join(gathered))
            gathered.clear()
            sent = now


def _listen(source: Any, lines: queue.SimpleQueue[bytes]) -> None:
    for line in source:
        lines.put(line)
    os._exit(0)


def _send(out: int, data: bytes) -> None:
    while data:
        data = data[os.write(out, data) :]


def _mapped() -> int:
    """The bytes that this process has mapped; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _limit_memory(most: int | None) -> None:
    """Limits what the process may map: a row that wants more gets its error. A limit that no row could keep is refused."""
    if most is not None:
        import resource

        least = _mapped() + LEAST_MEMORY
        if most < least:
            raise Problem(f"row_memory: {most >> 20} MiB are too few for the process itself; expected {(least >> 20) + 1}M or more", "more")
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
