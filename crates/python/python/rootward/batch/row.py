"""A row of work, and what became of it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from .._limits import whole

__all__ = ["PartResult", "Row", "Task", "is_missing"]


class Row(NamedTuple):
    """A row of the input: a position, a game of chess in PGN, or an opening."""

    id: str
    text: str
    nodes: int | None = None
    """A limit of its own; ``None`` for that of the job."""

    def line(self) -> bytes:
        """The row as a line of the job's input. Half a surrogate pair, which JSON may hold and UTF-8 may not, becomes a question mark."""
        parts: list[Any] = [self.id, self.text] if self.nodes is None else [self.id, self.text, self.nodes]
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode(errors="replace") + b"\n"

    @staticmethod
    def read(line: bytes | str) -> Row:
        """The row from its line.

        >>> Row.read(Row("7", "4453").line())
        Row(id='7', text='4453', nodes=None)
        """
        return Row(*json.loads(line))


def is_missing(value: Any) -> bool:
    """Whether a field is empty: nothing, no text, or the nan and NA of data frames.

    >>> [is_missing(value) for value in (None, "", float("nan"), 0, "0")]
    [True, True, True, False, False]
    """
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return not value if isinstance(value, str) else isinstance(value, float) and value != value


def nodes_of(value: Any, where: str) -> int | None:
    """A row's own limit of nodes; nothing for an empty field.

    >>> nodes_of("50", "row 0"), nodes_of(50.0, "row 0"), nodes_of("", "row 0")
    (50, 50, None)
    """
    if is_missing(value):
        return None
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 20:
        value = int(value)
    elif isinstance(value, float) and value.is_integer():
        # A column of numbers with gaps holds floats in pandas.
        value = int(value)
    return whole(value, f"{where}: nodes", 1, 2**63 - 1)


def name_of(value: Any, number: int) -> str:
    """The id of a row: as it is given, else its number from 0.

    >>> name_of("a", 7), name_of(3, 7), name_of(None, 7)
    ('a', '3', '7')
    """
    if is_missing(value):
        return str(number)
    return text_of_field(value)


def text_of_field(value: Any) -> str:
    """A field as text. Some writers of Parquet do not mark text as such, and whole numbers beside gaps are floats in pandas.

    >>> [text_of_field(value) for value in ("44", b"44", 44, 44.0, 4.5)]
    ['44', '44', '44', '44', '4.5']
    """
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def plain(value: Any) -> Any:
    """A number of NumPy as Python's own; everything else as it is."""
    return value.item() if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0 else value


class Task(NamedTuple):
    """What is done with every row of a job."""

    kind: str
    game: str
    settings: dict[str, Any]
    version: str

    def line(self) -> bytes:
        """The task as a line of JSON."""
        return json.dumps(self._asdict(), ensure_ascii=False, sort_keys=True).encode() + b"\n"

    @staticmethod
    def read(line: bytes | str) -> Task:
        """The task from its line."""
        return Task(**json.loads(line))


class PartResult(NamedTuple):
    """The rows of a finished part, and what they cost."""

    rows: list[list[Any]]
    nodes: int
    cpu: float
    """CPU seconds of the searching process."""
    seconds: float
    restarts: int
    """How often the process had to be started again because of a row."""
    host: str
