"""How far a job is, for a terminal or for whoever asks."""

from __future__ import annotations

import sys
import time
from typing import NamedTuple, TextIO

__all__ = ["Printed", "Progress"]


class Progress(NamedTuple):
    """How far a job is."""

    parts: int
    parts_done: int
    rows: int
    rows_done: int
    failures: int
    nodes: int
    nodes_per_second: float
    """Of this run."""
    seconds_left: float | None
    """By the expected cost of the parts that are missing; ``None`` before the first one is done."""

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", {clock(self.seconds_left)} left"
        failed = f", {self.failures:,} failed" if self.failures else ""
        return (
            f"{self.rows_done:,} of {self.rows:,} rows, {self.parts_done:,} of {self.parts:,} parts, "
            f"{short(self.nodes_per_second)} nodes/s{left}{failed}"
        )


def clock(seconds: float) -> str:
    """A time in words of a clock.

    >>> clock(75), clock(7300)
    ('1:15', '2:01:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def short(number: float) -> str:
    """A great number in a few digits.

    >>> short(1234567), short(999)
    ('1.23 M', '999')
    """
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g} {name}"
    return f"{number:.0f}"


class Printed:
    """Progress on one line of a terminal; a line now and then where the output is no terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._said = time.monotonic()
        self._length = 0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._said < (0.5 if self._is_terminal else 10.0):
            return
        self._said = now
        text = str(progress)
        if self._is_terminal:
            self._stream.write("\r" + text.ljust(self._length))
            self._length = len(text)
        else:
            self._stream.write(text + "\n")
        self._stream.flush()

    def end(self) -> None:
        """Leaves the line."""
        if self._length:
            self._stream.write("\r" + " " * self._length + "\r")
            self._stream.flush()
