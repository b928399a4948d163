"""The columns of a result, by kind of job. The number of the schema changes when a column changes its name, type or meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["COLUMNS", "SCHEMA", "columns_of", "fingerprint"]

SCHEMA = 1
"""The version of the files of a job: manifest, input and results."""

_POSITION = {
    "id": "string",
    "game": "string",
    "position": "string",
    "value": "string",
    "label": "string",
    "plies": "int32",
    "points": "double",
    "at_least": "string",
    "at_most": "string",
    "best": "string",
    "line": "string",
    "nodes": "int64",
    "micros": "int64",
    "error": "string",
}

_MOVE = {
    "id": "string",
    "game": "string",
    "position": "string",
    "ply": "int32",
    "move": "string",
    "mark": "string",
    "loss": "double",
    "value": "string",
    "label": "string",
    "plies": "int32",
    "points": "double",
    "at_least": "string",
    "at_most": "string",
    "best": "string",
    "line": "string",
    "nodes": "int64",
    "micros": "int64",
    "error": "string",
}

_PAIR = {
    "id": "string",
    "game": "string",
    "position": "string",
    "halves": "int32",
    "halves_reversed": "int32",
    "line": "string",
    "line_reversed": "string",
    "nodes": "int64",
    "micros": "int64",
    "error": "string",
}

COLUMNS: dict[str, dict[str, str]] = {
    "solve": _POSITION,
    "analyze": _POSITION,
    "book": _POSITION,
    "annotate": _MOVE,
    "match": _PAIR,
}
"""The columns and their Arrow types. Every column may be null but those of `NEVER_NULL`."""
NEVER_NULL = ("id", "game", "position")


def columns_of(kind: str) -> list[str]:
    """The names of the columns of a kind of job.

    >>> columns_of("solve")[:4]
    ['id', 'game', 'position', 'value']
    """
    return list(COLUMNS[kind])


def fingerprint(kind: str, rows: Sequence[Sequence[Any]]) -> str:
    """A hash of result rows in the order of their ids, without the time that they took. Two runs of a job by nodes have the same one."""
    import hashlib
    import json

    time = columns_of(kind).index("micros")
    digest = hashlib.sha256()
    for row in sorted(rows, key=lambda row: (str(row[0]), str(row[2]))):
        kept = [value for place, value in enumerate(row) if place != time]
        digest.update(json.dumps(kept, ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()
