"""The rows of a job from files and from objects in Python: .parquet, .csv, .jsonl, .epd, .txt and .pgn; lists, columns, DataFrames."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .._errors import Problem
from .._limits import shown
from .._position import Position
from .row import Row, is_missing, name_of, nodes_of, plain, text_of_field

__all__ = ["rows_of"]

ENDINGS = ".parquet, .csv, .jsonl, .epd, .txt or .pgn"
NAMES = ("position", "fen", "pgn", "opening")
"""The columns that are looked for, if no name is given."""
NO_POSITION = "(none)"
"""The position of a row whose field is null."""


def rows_of(source: Any, column: str | None = None, first_word: bool = False) -> Iterator[Row]:
    """The rows of a dataset. What cannot be a row at all is refused here; a position that makes no sense gets its error later.

    ``first_word``: in a .txt file the position is the first word of a line, and a known value may follow it.

    >>> [row.text for row in rows_of(["44", "45"])]
    ['44', '45']
    >>> list(rows_of({"position": ["44"], "id": ["a"], "nodes": [50]}))
    [Row(id='a', text='44', nodes=50)]
    """
    if isinstance(source, (str, os.PathLike)):
        found = _file(Path(source), column)
        is_list = first_word and Path(source).suffix.lower() == ".txt"
        yield from (row._replace(text=row.text.split()[0]) for row in found) if is_list else found
    elif hasattr(source, "to_pylist") and hasattr(source, "column_names"):
        yield from _records(source.to_pylist(), column, "the table")
    elif hasattr(source, "to_dict") and hasattr(source, "columns") and not isinstance(source, Mapping):
        yield from _columns({str(name): list(source[name]) for name in source.columns}, column)
    elif isinstance(source, Mapping):
        yield from _columns(source, column)
    elif isinstance(source, Iterable):
        yield from _items(source, column)
    else:
        raise Problem(f"input: {shown(source)} is no dataset; expected a file, a list or columns", "a file, a list or columns")


def _file(path: Path, column: str | None) -> Iterator[Row]:
    readers = {".parquet": _parquet, ".csv": _csv, ".jsonl": _jsonl, ".epd": _epd, ".txt": _txt, ".pgn": _pgn}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise Problem(f"input '{path}': its ending says nothing; expected {ENDINGS}", ENDINGS)
    try:
        yield from reader(path, column)
    except OSError as error:
        raise Problem(f"input '{path}': {error.strerror or error}; expected a file that can be read", "a file") from None
    except UnicodeDecodeError as error:
        raise Problem(f"input '{path}': byte {error.start} is not UTF-8; expected text in UTF-8", "UTF-8") from None


def _parquet(path: Path, column: str | None) -> Iterator[Row]:
    pq = parquet()
    try:
        with pq.ParquetFile(path) as file:
            names = file.schema_arrow.names
            of = _column(names, column, f"input '{path}'")
            number = 0
            for batch in file.iter_batches(columns=[name for name in (of, "id", "nodes") if name in names]):
                for record in batch.to_pylist():
                    yield _row(record, of, number, f"input '{path}', row {number}")
                    number += 1
    except OSError:
        raise
    except Exception as error:  # pyarrow's own kinds of errors
        if isinstance(error, Problem):
            raise
        raise Problem(f"input '{path}': {' '.join(str(error).split())[:200]}; expected a Parquet file", "a Parquet file") from None


def parquet() -> Any:
    """The reader and writer of Parquet, which is needed for nothing else."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise Problem(
            "Parquet needs pyarrow; expected 'pip install pyarrow', or files of another kind (.csv, .jsonl)",
            "pip install pyarrow",
        ) from None
    return pyarrow.parquet


def _csv(path: Path, column: str | None) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        try:
            reader = csv.DictReader(file)
            of = _column(reader.fieldnames or [], column, f"input '{path}'")
            for number, record in enumerate(reader):
                yield _row(record, of, number, f"input '{path}', line {reader.line_num}")
        except csv.Error as error:
            raise Problem(f"input '{path}': {error}; expected comma-separated values", "comma-separated values") from None


def _jsonl(path: Path, column: str | None) -> Iterator[Row]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file):
            where = f"input '{path}', line {number + 1}"
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict):
                raise Problem(f"{where}: {shown(line)} is no JSON object; expected one a line", "a JSON object a line")
            yield _row(record, _column(list(record), column, where), number, where)


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            text = line.strip()
            if text and not text.startswith("#"):
                yield text


def _txt(path: Path, _: str | None) -> Iterator[Row]:
    for number, line in enumerate(_lines(path)):
        yield Row(str(number), line)


def _epd(path: Path, _: str | None) -> Iterator[Row]:
    for number, line in enumerate(_lines(path)):
        yield epd_row(line, number)


def epd_row(line: str, number: int) -> Row:
    """A line of EPD: the position, and the operation ``id`` as the name of the row.

    >>> epd_row('6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id "mate 1";', 0)
    Row(id='mate 1', text='6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1', nodes=None)
    """
    fields = line.split(None, 4)
    position, rest = " ".join(fields[:4]), fields[4] if len(fields) > 4 else ""
    clocks, name = ["0", "1"], None
    counts = rest.split()[:2]
    if len(counts) == 2 and all(count.isdecimal() for count in counts):
        clocks = counts
    for operation in rest.split(";"):
        word, _, operand = operation.strip().partition(" ")
        if word == "id":
            name = operand.strip().strip('"')
        elif word == "hmvc" and operand.strip().isdecimal():
            clocks[0] = operand.strip()
        elif word == "fmvn" and operand.strip().isdecimal():
            clocks[1] = operand.strip()
    if len(fields) >= 4:
        position += " " + " ".join(clocks)
    return Row(name_of(name, number), position)


def _pgn(path: Path, _: str | None) -> Iterator[Row]:
    """A row a game: it begins with its first tag after moves."""
    number, lines, has_moves = 0, list[str](), False
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("[") and has_moves:
                yield Row(str(number), "".join(lines))
                number, lines, has_moves = number + 1, [], False
            has_moves = has_moves or bool(line.strip()) and not line.startswith(("[", "%"))
            lines.append(line)
    if any(line.strip() for line in lines):
        yield Row(str(number), "".join(lines))


def _column(names: Sequence[str], wanted: str | None, where: str) -> str:
    if wanted is not None and wanted not in names:
        raise Problem(f"{where}: there is no column '{wanted}'; expected one of {', '.join(names)}", "the name of a column")
    found = wanted or next((name for name in NAMES if name in names), None)
    if found is None:
        there = shown(", ".join(names))
        raise Problem(f"{where}: none of the columns {there} holds positions; expected one named {', '.join(NAMES)}", "a column 'position'")
    if list(names).count(found) > 1:
        raise Problem(f"{where}: there are several columns '{found}'; expected one", "one column")
    return found


def _row(record: Mapping[str, Any], of: str, number: int, where: str) -> Row:
    text = plain(record.get(of))
    if not isinstance(text, str) and is_missing(text):
        # A row with an error, as every other position that cannot be read. Empty text is not: it is the start of Connect Four.
        text = NO_POSITION
    return Row(name_of(plain(record.get("id")), number), text_of_field(text), nodes_of(plain(record.get("nodes")), where))


def _records(records: Iterable[Mapping[str, Any]], column: str | None, where: str) -> Iterator[Row]:
    for number, record in enumerate(records):
        yield _row(record, _column(list(record), column, where), number, f"{where}, row {number}")


def _columns(columns: Mapping[str, Sequence[Any]], column: str | None) -> Iterator[Row]:
    of = _column(list(columns), column, "input")
    used = [name for name in (of, "id", "nodes") if name in columns]
    lengths = {len(columns[name]) for name in used}
    if len(lengths) > 1:
        raise Problem("input: the columns differ in length; expected as many ids and limits as positions", "equal lengths")
    for number in range(lengths.pop()):
        yield _row({name: columns[name][number] for name in used}, of, number, f"input, row {number}")


def _items(items: Iterable[Any], column: str | None) -> Iterator[Row]:
    for number, item in enumerate(items):
        if isinstance(item, Row):
            yield item
        elif isinstance(item, Position):
            yield Row(str(number), item.text)
        elif isinstance(item, str):
            yield Row(str(number), item)
        elif isinstance(item, Mapping):
            yield from [_row(item, _column(list(item), column, f"row {number}"), number, f"row {number}")]
        elif isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], str):
            yield Row(name_of(item[0], number), item[1])
        else:
            raise Problem(f"row {number}: {shown(item)} is no position; expected text, or an id with text", "text")
