"""The folder of a job. Everything in it is written under a temporary name, and renamed when it is whole.

::

    job.json         the manifest, written last: a folder without it holds no job
    input.jsonl      the rows of the input
    rows/            results, one file a part, written once
    done.jsonl       a line for every finished part: its hash, rows, failures, nodes, seconds
    summary.json     written when all parts are there and have been verified
    lock             held by the one that works on the job
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .._errors import Problem
from . import format
from .manifest import Manifest
from .row import PartResult, Row
from .schema import columns_of

__all__ = ["JobFolder", "lock", "refuse_foreign", "remove_traces", "write_whole"]


class JobFolder:
    """A job's files, held by one process at a time."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.done: dict[int, dict[str, Any]] = {}
        """The records of the finished parts."""

    @staticmethod
    def exists(path: Path) -> bool:
        """Whether there is a job."""
        try:
            return (path / "job.json").is_file()
        except OSError:
            return False

    @staticmethod
    def open(path: Path) -> JobFolder:
        """The job in a folder, with the parts that are finished and whole."""
        try:
            text = (path / "job.json").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise Problem(f"'{path}' holds no job; expected the folder of one", "the folder of a job") from None
        folder = JobFolder(path, Manifest.read(text, str(path)))
        folder._read_done()
        return folder

    def _read_done(self) -> None:
        """The journal. A line that was cut off by a kill is no line, and a file that is not what was recorded is done again."""
        try:
            lines = (self.path / "done.jsonl").read_bytes().split(b"\n")
        except OSError:
            lines = []
        for line in lines:
            try:
                record = json.loads(line)
                number = record["part"]
            except (ValueError, TypeError, KeyError):
                continue
            if isinstance(number, int) and 0 <= number < len(self.manifest.parts) and self._is_whole(record):
                self.done[number] = record

    def _is_whole(self, record: dict[str, Any]) -> bool:
        try:
            data = (self.path / "rows" / self.name_of(record["part"])).read_bytes()
        except OSError:
            return False
        return hashlib.sha256(data).hexdigest() == record.get("sha256")

    def name_of(self, number: int) -> str:
        """The name of a part's file."""
        return f"part-{number:06}.{self.manifest.format}"

    def files(self) -> list[Path]:
        """The files with results, in the order of the input."""
        return [self.path / "rows" / self.name_of(number) for number in sorted(self.done)]

    def missing(self) -> list[int]:
        """The parts that are still to be done."""
        return [number for number in range(len(self.manifest.parts)) if number not in self.done]

    def rows_of(self, number: int) -> list[Row]:
        """The input rows of a part."""
        part = self.manifest.parts[number]
        with (self.path / "input.jsonl").open("rb") as file:
            file.seek(part.offset)
            return [Row.read(file.readline()) for _ in range(part.rows)]

    def verify(self) -> None:
        """Reads every part again and counts: success is that all rows are there, not that a loop came to its end."""
        for number, record in list(self.done.items()):
            if not self._is_whole(record) or record["input_rows"] != self.manifest.parts[number].rows:
                del self.done[number]
                raise RuntimeError(f"job '{self.path}': part {number} was changed after it was written; the same call does it again")

    def results(self) -> Iterator[list[list[Any]]]:
        """The result rows, part by part."""
        for number in sorted(self.done):
            yield self.part(number)

    def part(self, number: int) -> list[list[Any]]:
        """The result rows of a finished part."""
        return format.read(self.manifest.kind, self.path / "rows" / self.name_of(number), self.manifest.format)

    def finish(self, number: int, result: PartResult) -> dict[str, Any]:
        """Writes a part under its name, once, and records it."""
        if number in self.done:
            return self.done[number]
        kind = self.manifest.kind
        columns = columns_of(kind)
        if not self.manifest.micros:
            place = columns.index("micros")
            for row in result.rows:
                row[place] = None
        data = format.encode(kind, result.rows, self.manifest.format)
        write_whole(self.path / "rows" / self.name_of(number), data)
        error = columns.index("error")
        record = {
            "part": number,
            "sha256": hashlib.sha256(data).hexdigest(),
            "input_rows": self.manifest.parts[number].rows,
            "rows": len(result.rows),
            "failures": sum(row[error] is not None for row in result.rows),
            "nodes": result.nodes,
            "cpu": result.cpu,
            "seconds": result.seconds,
            "restarts": result.restarts,
            "host": result.host,
        }
        with (self.path / "done.jsonl").open("ab") as file:
            # On a line of its own, even if a kill cut the one before it.
            file.write((b"\n" if file.tell() else b"") + json.dumps(record).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.done[number] = record
        return record


def refuse_foreign(path: Path) -> None:
    """`Problem` for a place that is not free for a job: a file, or a folder with other things."""
    try:
        names = {entry.name for entry in path.iterdir()}
    except FileNotFoundError:
        return
    except OSError as error:
        raise Problem(f"job '{path}': {error.strerror or error}; expected a folder that can be written", "a folder") from None
    if names and "lock" not in names:
        raise Problem(f"'{path}' is not empty and holds no job; expected a new folder, or that of the job", "a new folder")


def remove_traces(path: Path) -> None:
    """Removes what was begun of a job that was refused, so that bad input leaves no folder."""
    for name in ("input.jsonl.tmp", "input.jsonl", "job.json.tmp", "lock"):
        (path / name).unlink(missing_ok=True)
    for folder in (path / "rows", path):
        try:
            folder.rmdir()
        except OSError:
            # Not empty: what is in it is kept.
            return


def lock(path: Path) -> Any:
    """Holds a folder until the returned file is closed; `Problem` if another process does."""
    try:
        (path / "rows").mkdir(parents=True, exist_ok=True)
        file = (path / "lock").open("a")
    except OSError as error:
        raise Problem(f"job '{path}': {error.strerror or error}; expected a folder that can be written", "a folder") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise Problem(f"job '{path}': another process works on it; expected one at a time", "one at a time") from None
    return file


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file that is there as a whole or not at all. One that holds these bytes already is left as it is."""
    if path.is_file() and path.read_bytes() == data:
        return
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
