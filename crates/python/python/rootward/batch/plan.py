"""How long a larger job would take: a simulation of its parts on many cores, with the times that the parts of a small one took."""

from __future__ import annotations

import heapq
import os
import random
from pathlib import Path
from typing import Any, NamedTuple

from .._errors import Problem
from .._limits import whole
from .cut import PART_SECONDS
from .folder import JobFolder
from .progress import clock

__all__ = ["Plan", "plan"]

START_SECONDS = 3.0
"""Until the first part of a core begins: Ray starts a worker, and it a searching process."""
SUBMIT_SECONDS = 0.004
"""Between two parts of a core: arguments, results, and the driver's writing. An assumption, not a measurement."""
DEAD_SECONDS = 30.0
"""Until a cluster notices that a machine is gone, and gives its part to another."""


class Plan(NamedTuple):
    """What a larger job would take."""

    rows: int
    cores: int
    parts: int
    seconds: float
    """From the first part to the last."""
    core_hours: float
    rows_per_core_hour: float
    lost: int
    """Parts that were begun twice, since their machine was lost."""
    busy: float
    """The share of the cores' time that is spent searching."""

    def data(self) -> dict[str, Any]:
        """The plan as data."""
        return dict(self._asdict())

    def __str__(self) -> str:
        return (
            f"{self.rows:,} rows in {self.parts:,} parts on {self.cores:,} cores: {clock(self.seconds)}, {self.core_hours:,.1f} core-hours, "
            f"{self.lost:,} parts begun again, cores busy {self.busy:.1%}"
        )


def plan(out: str | os.PathLike[str], rows: int, cores: int, failures: float = 0.001, seed: int = 1) -> Plan:
    """Simulates a job of so many rows from the parts of a finished one."""
    folder = JobFolder.open(Path(out))
    records = list(folder.done.values())
    if not records:
        raise Problem(f"job '{out}' has no finished part; expected one at least", "a finished part")
    if not 0 <= failures < 0.5:
        raise Problem(f"failures: {failures} is no share; expected 0 to 0.5", "0 to 0.5")
    times = [(record["cpu"], record["input_rows"]) for record in records]
    return simulate(times, whole(rows, "rows", 1, 10**12), whole(cores, "cores", 1, 10**6), failures, seed)


def simulate(times: list[tuple[float, int]], rows: int, cores: int, failures: float, seed: int) -> Plan:
    """Draws parts from the measured ones, with their seconds scaled to the usual size of a part, and gives each to the first core that
    is free.

    >>> simulate([(4.0, 400)], 400_000, 10, 0.0, 1).parts
    1000
    """
    dice = random.Random(seed)
    mean = sum(cpu for cpu, _ in times) / sum(count for _, count in times)
    parts = max(1, round(rows * mean / PART_SECONDS)) if rows * mean > PART_SECONDS else 1
    average = sum(cpu for cpu, _ in times) / len(times)
    wanted = rows * mean / parts
    free = [START_SECONDS] * min(cores, parts)
    busy, lost, end = 0.0, 0, 0.0
    for _ in range(parts):
        took = dice.choice(times)[0] / average * wanted
        at = heapq.heappop(free)
        while dice.random() < failures:
            # The core is lost in the midst of the part, and another takes its place when that is noticed.
            at, lost = at + dice.random() * took + DEAD_SECONDS, lost + 1
        at += took + SUBMIT_SECONDS
        busy, end = busy + took, max(end, at)
        heapq.heappush(free, at)
    hours = busy / 3600
    return Plan(rows, cores, parts, round(end, 1), round(hours, 2), round(rows / hours) if hours else 0, lost, busy / (end * len(free)))
