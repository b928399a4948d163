"""Cutting a job into parts of even cost. The cost of a row is the nodes that rows of its length took in a sample: a position of Connect
Four with eight stones costs a thousand times one with thirty."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from .manifest import Part
from .process import RowProcess
from .row import Row, Task
from .schema import columns_of

__all__ = ["Prices", "cut", "sample"]

PART_SECONDS = 4.0
"""The work of a part. Starting one costs a cluster some milliseconds, and a kill loses at most this much for each process."""
FEWEST_PARTS = 32
"""A short job is cut into smaller parts, so that there is something for every process…"""
LEAST_SECONDS = 0.2
"""…but not into smaller ones than this."""
MOST_ROWS = 20_000
SAMPLED_ROWS = 96
SAMPLED_SECONDS = 3.0
"""The sample ends after the row that goes beyond this…"""
SAMPLED_ROW_SECONDS = 1.0
"""…and no row of it is searched for longer, so that a job of long rows begins at once. Such a row is a part of its own."""
NEIGHBOURS = 6


class Prices:
    """What rows cost, in seconds, by the length of their text."""

    def __init__(self, known: Sequence[tuple[int, float]]) -> None:
        self._known = sorted(known)
        self._by_length: dict[int, float] = {}

    def of(self, row: Row) -> float:
        """The expected cost of a row: the mean of the sampled rows that are nearest in length.

        >>> Prices([(8, 4.0), (9, 2.0), (30, 0.5), (31, 0.5), (32, 0.5), (33, 0.5), (34, 0.5), (35, 0.5)]).of(Row("0", "x" * 40))
        0.5
        """
        length = len(row.text)
        if length not in self._by_length:
            lengths = [known for known, _ in self._known]
            low = max(0, min(bisect_left(lengths, length) - NEIGHBOURS // 2, len(lengths) - NEIGHBOURS))
            # Costs have a long tail: of the same length, all are asked.
            same = [cost for known, cost in self._known if known == length]
            near = same if len(same) >= NEIGHBOURS else [cost for _, cost in self._known[low : low + NEIGHBOURS]]
            self._by_length[length] = sum(near) / len(near) if near else 0.01
        return self._by_length[length]


def sample(task: Task, rows: Sequence[Row], process: RowProcess | None = None) -> Prices:
    """Prices from a few rows of the job, which are searched here."""
    most = min(task.settings.get("row_time") or SAMPLED_ROW_SECONDS, SAMPLED_ROW_SECONDS)
    own = process or RowProcess(task._replace(settings=task.settings | {"row_time": most}))
    error = columns_of(task.kind).index("error")
    known, spent = list[tuple[int, float]](), 0.0
    try:
        # The first row also pays for memory that the process has not touched before.
        own.run(rows[:1])
        for row in _spread(rows):
            result = own.run([row])
            # A row that ended its process says nothing of the others.
            if any((found[error] or "").startswith("time:") for found in result.rows):
                known.append((len(row.text), PART_SECONDS))
            elif result.restarts == 0:
                known.append((len(row.text), max(result.cpu, 1e-6)))
            spent += result.seconds
            if spent > SAMPLED_SECONDS:
                break
    finally:
        own.close()
    return Prices(known)


def _spread(rows: Sequence[Row]) -> list[Row]:
    """The rows in an order that visits all lengths early: whenever the sample ends, it has seen short and long ones."""
    ordered = sorted(rows, key=lambda row: len(row.text))
    order, step = list[Row](), 1
    while step < max(1, len(ordered)):
        step *= 2
    seen = set[int]()
    while step >= 1:
        for place in range(0, len(ordered), step):
            if place not in seen:
                seen.add(place)
                order.append(ordered[place])
        step //= 2
    return order


def cut(lines: Iterable[tuple[int, Row]], prices: Prices, total: float, part_rows: int | None = None) -> list[Part]:
    """The parts, from rows with their places in the input's file.

    >>> len(cut([(n, Row(str(n), "x")) for n in range(1000)], Prices([(1, 1.0)]), 1000.0))
    250
    >>> [part.rows for part in cut([(n, Row(str(n), "x")) for n in range(5)], Prices([]), 0.0, part_rows=2)]
    [2, 2, 1]
    """
    wanted = max(LEAST_SECONDS, min(PART_SECONDS, total / FEWEST_PARTS))
    parts = list[Part]()
    start, rows, cost = 0, 0, 0.0
    for offset, row in lines:
        price = prices.of(row)
        full = rows >= part_rows if part_rows else rows >= MOST_ROWS or cost + price > wanted * 1.001
        if rows and full:
            parts.append(Part(start, rows, round(cost, 6)))
            rows, cost = 0, 0.0
        if rows == 0:
            start = offset
        rows, cost = rows + 1, cost + price
    if rows:
        parts.append(Part(start, rows, round(cost, 6)))
    return parts
