"""The formats of a part: Parquet for everybody's tools, CSV and JSON lines where pyarrow is not there. The same rows give the same bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .._errors import Problem
from .dataset import parquet
from .schema import COLUMNS, NEVER_NULL, SCHEMA

__all__ = ["FORMATS", "check_format", "encode", "read", "write_all"]

FORMATS = ("parquet", "csv", "jsonl")
ROW_GROUP = 100_000


def check_format(name: str) -> str:
    """The name of a format that can be written here; `Problem` otherwise."""
    if name not in FORMATS:
        raise Problem(f"format: '{name}' is none; expected {', '.join(FORMATS)}", ", ".join(FORMATS))
    if name == "parquet":
        parquet()
    return name


def encode(kind: str, rows: list[list[Any]], format: str) -> bytes:
    """Result rows as a file.

    >>> encode("match", [["0", "chess", "e4", 2, 1, "e5", "d5", 9, None, None]], "csv").decode().splitlines()[1]
    '0,chess,e4,2,1,e5,d5,9,,'
    """
    if format == "parquet":
        sink = io.BytesIO()
        parquet().write_table(_table(kind, rows), sink, compression="zstd", row_group_size=ROW_GROUP)
        return sink.getvalue()
    text = io.StringIO(newline="")
    names = list(COLUMNS[kind])
    if format == "csv":
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(rows)
    else:
        for row in rows:
            text.write(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) + "\n")
    return text.getvalue().encode()


def arrow_schema(kind: str) -> Any:
    """The Arrow schema of a kind of job, with the version in its metadata."""
    import pyarrow

    types = {"string": pyarrow.string(), "int32": pyarrow.int32(), "int64": pyarrow.int64(), "double": pyarrow.float64()}
    fields = [pyarrow.field(name, types[kind_of]) for name, kind_of in COLUMNS[kind].items()]
    return pyarrow.schema(fields, metadata={"rootward.schema": str(SCHEMA), "rootward.kind": kind})


def _table(kind: str, rows: list[list[Any]]) -> Any:
    import pyarrow

    schema = arrow_schema(kind)
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema.names)
    arrays = [pyarrow.array(column, type=field.type) for column, field in zip(columns, schema, strict=True)]
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def read(kind: str, path: Path, format: str) -> list[list[Any]]:
    """The result rows of a file."""
    if format == "parquet":
        table = parquet().read_table(path)
        return [list(row) for row in zip(*(column.to_pylist() for column in table.columns), strict=True)]
    names = list(COLUMNS[kind])
    with path.open(encoding="utf-8", newline="") as file:
        if format == "jsonl":
            return [[json.loads(line).get(name) for name in names] for line in file]
        return [[_typed(text, name, COLUMNS[kind][name]) for name, text in record.items()] for record in csv.DictReader(file)]


def _typed(text: str, column: str, kind: str) -> Any:
    if text == "":
        # CSV does not tell a null from an empty text, which is the start of Connect Four.
        return "" if column in NEVER_NULL else None
    return text if kind == "string" else float(text) if kind == "double" else int(text)


def write_all(kind: str, parts: Iterable[list[list[Any]]], path: Path) -> int:
    """All parts in one file, whose ending says its format; returns the number of rows."""
    format = check_format(path.suffix.lower().lstrip("."))
    temporary = path.with_name(path.name + ".tmp")
    try:
        count = _write_parts(kind, parts, temporary, format)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise Problem(f"'{path}': {error.strerror or error}; expected a file that can be written", "a file that can be written") from None
    return count


def _write_parts(kind: str, parts: Iterable[list[list[Any]]], temporary: Path, format: str) -> int:
    count = 0
    if format == "parquet":
        with parquet().ParquetWriter(temporary, arrow_schema(kind), compression="zstd") as writer:
            for rows in parts:
                writer.write_table(_table(kind, rows))
                count += len(rows)
    else:
        with temporary.open("wb") as file:
            for number, rows in enumerate(parts):
                data = encode(kind, rows, format)
                file.write(data if number == 0 or format == "jsonl" else data.split(b"\n", 1)[1])
                count += len(rows)
    return count
