"""A job from its input to its summary: asked for twice, it changes nothing; stopped, it goes on."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from .. import _rootward
from .._errors import Problem
from .._limits import whole
from . import format as formats
from .cut import SAMPLED_ROWS, cut, sample
from .folder import JobFolder, lock, refuse_foreign, remove_traces, write_whole
from .manifest import Manifest, Part
from .progress import Progress
from .row import PartResult, Row, Task
from .schema import SCHEMA, columns_of, fingerprint

__all__ = ["Job", "Runner", "start"]

Decide = Callable[["Job"], bool]


class Runner(Protocol):
    """Where parts are run: `Local` or `Ray`."""

    def run(
        self, task: Task, numbers: list[int], rows_of: Callable[[int], list[Row]]
    ) -> Iterator[tuple[int, PartResult] | None]:
        """The results as they come."""


class Job:
    """A job in its folder, and what is known of it."""

    def __init__(self, folder: JobFolder) -> None:
        self._folder = folder
        self.outcome: dict[str, Any] = {}
        """What the rows come to together: the standings of a match, the file of a book."""
        self.is_decided = False
        """A test has decided before all rows were done."""

    @property
    def path(self) -> Path:
        """The folder."""
        return self._folder.path

    @property
    def kind(self) -> str:
        """``solve``, ``analyze``, ``annotate``, ``match`` or ``book``."""
        return self._folder.manifest.kind

    @property
    def manifest(self) -> Manifest:
        """What the job is."""
        return self._folder.manifest

    @property
    def is_finished(self) -> bool:
        """All that is wanted is there."""
        return self.is_decided or not self._folder.missing()

    @property
    def files(self) -> list[Path]:
        """The files with the results, in the order of the input: ``pandas.read_parquet``, DuckDB and Spark take the folder ``rows``."""
        return self._folder.files()

    @property
    def parts(self) -> dict[int, dict[str, Any]]:
        """The records of the finished parts: rows, failures, nodes, CPU seconds, and the machine."""
        return dict(self._folder.done)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The result rows, in the order of the input."""
        names = columns_of(self.kind)
        for part in self._folder.results():
            for row in part:
                yield dict(zip(names, row, strict=True))

    def to_frame(self) -> Any:
        """The result as a pandas DataFrame; pandas must be installed."""
        import pandas

        return pandas.DataFrame(list(self.rows()), columns=columns_of(self.kind))

    def fingerprint(self) -> str:
        """A hash of the rows in the order of their ids, without the time that they took."""
        return fingerprint(self.kind, [row for part in self._folder.results() for row in part])

    def export(self, path: str | os.PathLike[str]) -> int:
        """Writes all rows into one file, ``.parquet``, ``.csv`` or ``.jsonl``; returns how many."""
        return formats.write_all(self.kind, self._folder.results(), Path(path))

    def summary(self) -> dict[str, Any]:
        """Counts and costs of what is finished."""
        done = self._folder.done.values()
        cpu = sum(record["cpu"] for record in done)
        rows = sum(record["input_rows"] for record in done)
        return {
            "schema": SCHEMA,
            "kind": self.kind,
            "game": self.manifest.game,
            "finished": self.is_finished,
            "parts": len(self.manifest.parts),
            "parts_done": len(done),
            "rows": self.manifest.rows,
            "rows_done": rows,
            "result_rows": sum(record["rows"] for record in done),
            "failures": sum(record["failures"] for record in done),
            "restarts": sum(record["restarts"] for record in done),
            "nodes": sum(record["nodes"] for record in done),
            "cpu_seconds": round(cpu, 3),
            "rows_per_core_hour": round(3600 * rows / cpu) if cpu else None,
            **self.outcome,
        }

    def run(self, on: Runner, progress: Callable[[Progress], object] | None = None, decide: Decide | None = None) -> Job:
        """Does the parts that are missing."""
        began, before = time.monotonic(), set(self._folder.done)
        if decide is not None and decide(self):
            self.is_decided = True
        missing = [] if self.is_decided else self._folder.missing()
        results = on.run(self.manifest.task, missing, self._folder.rows_of) if missing else iter(())
        try:
            for result in results:
                if result is not None:
                    self._folder.finish(*result)
                    if decide is not None and decide(self):
                        self.is_decided = True
                        break
                if progress is not None:
                    progress(self._progress(began, before))
        finally:
            close = getattr(results, "close", None)
            if close is not None:
                close()
        self._folder.verify()
        if not self.is_finished:
            raise RuntimeError(f"job '{self.path}': {len(self._folder.missing())} parts are missing; the same call goes on")
        return self

    def _progress(self, began: float, before: set[int]) -> Progress:
        done, parts = self._folder.done, self.manifest.parts
        mine = [number for number in done if number not in before]
        took = max(1e-9, time.monotonic() - began)
        cost = sum(parts[number].cost for number in mine)
        left = sum(parts[number].cost for number in self._folder.missing())
        return Progress(
            parts=len(parts),
            parts_done=len(done),
            rows=self.manifest.rows,
            rows_done=sum(record["input_rows"] for record in done.values()),
            failures=sum(record["failures"] for record in done.values()),
            nodes=sum(record["nodes"] for record in done.values()),
            nodes_per_second=sum(done[number]["nodes"] for number in mine) / took,
            seconds_left=took * left / cost if cost else None,
        )

    def write_summary(self) -> None:
        """Keeps the summary beside the rows."""
        write_whole(self.path / "summary.json", (json.dumps(self.summary(), indent=2) + "\n").encode())

    def __repr__(self) -> str:
        summary = self.summary()
        failed = f", {summary['failures']} failed" if summary["failures"] else ""
        return f"<Job {self.kind} of {self.manifest.game}: {summary['rows_done']:,} of {summary['rows']:,} rows{failed}>"


class start:  # noqa: N801 - read as a verb: with start(…) as job
    """Opens the job in a folder, and makes it if there is none; holds the folder until the block is left."""

    def __init__(
        self,
        out: str | os.PathLike[str],
        kind: str,
        game: str,
        rows: Iterable[Row],
        settings: dict[str, Any],
        *,
        format: str = "parquet",
        micros: bool = False,
        part_rows: int | None = None,
    ) -> None:
        self._path = Path(out)
        self._rows = rows
        self._part_rows = None if part_rows is None else whole(part_rows, "part_rows", 1, 1_000_000)
        version = _rootward.__version__
        self._asked = Manifest(SCHEMA, kind, game, settings, version, formats.check_format(format), bool(micros), 0, "", [])
        self._lock: Any = None

    def __enter__(self) -> Job:
        exists = JobFolder.exists(self._path)
        if not exists:
            refuse_foreign(self._path)
        self._lock = lock(self._path)
        try:
            if exists:
                folder = JobFolder.open(self._path)
                folder.manifest.refuse_another(self._read(None)[0], str(self._path))
                return Job(folder)
            return Job(self._made())
        except BaseException:
            if not JobFolder.exists(self._path):
                remove_traces(self._path)
            self._lock.close()
            raise

    def __exit__(self, *_: object) -> None:
        self._lock.close()

    def _read(self, target: Any) -> tuple[Manifest, list[Row]]:
        """Counts and hashes the input, and writes it if there is a place; also rows for a sample, evenly spread."""
        digest, count, step = hashlib.sha256(), 0, 1
        kept = list[Row]()
        for row in self._rows:
            line = row.line()
            digest.update(line)
            if target is not None:
                target.write(line)
            if count % step == 0:
                kept.append(row)
                if len(kept) > 2 * SAMPLED_ROWS:
                    kept, step = kept[::2], 2 * step
            count += 1
        if count == 0:
            raise Problem("input: there is no row in it; expected one or more", "one or more rows")
        return self._asked._replace(rows=count, input=digest.hexdigest()), kept

    def _made(self) -> JobFolder:
        path = self._path / "input.jsonl"
        temporary = path.with_name("input.jsonl.tmp")
        with temporary.open("wb") as file:
            manifest, kept = self._read(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        prices = sample(manifest.task, kept)
        total = sum(prices.of(row) for row in kept) * manifest.rows / len(kept)
        parts: list[Part] = cut(_placed(path), prices, total, self._part_rows)
        manifest = manifest._replace(parts=parts)
        for name in ("done.jsonl", "summary.json"):
            (self._path / name).unlink(missing_ok=True)
        write_whole(self._path / "job.json", manifest.text().encode())
        return JobFolder(self._path, manifest)


def _placed(path: Path) -> Iterator[tuple[int, Row]]:
    offset = 0
    with path.open("rb") as file:
        for line in file:
            yield offset, Row.read(line)
            offset += len(line)
