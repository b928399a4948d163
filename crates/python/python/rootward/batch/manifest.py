"""What a job is. The same manifest gives the same rows; a folder holds one job, and another one is refused."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from .._errors import Problem
from .row import Task
from .schema import SCHEMA

__all__ = ["Manifest", "Part"]


class Part(NamedTuple):
    """A run of input rows: where it begins in the input's file, how many rows, and what they are expected to cost."""

    offset: int
    rows: int
    cost: float


class Manifest(NamedTuple):
    """Everything that a result depends on, and how the rows are cut into parts."""

    schema: int
    kind: str
    game: str
    settings: dict[str, Any]
    version: str
    format: str
    micros: bool
    rows: int
    input: str
    """The hash of the input rows."""
    parts: list[Part]

    @property
    def task(self) -> Task:
        """What is done with a row."""
        return Task(self.kind, self.game, self.settings, self.version)

    def refuse_another(self, asked: Manifest, where: str) -> None:
        """`Problem` if another job is asked for than this one."""
        if self.schema != asked.schema:
            raise Problem(f"job '{where}': its files are of version {self.schema}; expected {SCHEMA}", f"version {SCHEMA}")
        mine, other = self._named(), asked._named()
        for name in sorted(mine.keys() | other.keys()):
            if mine.get(name) != other.get(name):
                raise Problem(
                    f"job '{where}' is another one: its {name} is {_word(mine.get(name))} and {_word(other.get(name))} is asked for; "
                    "expected the same job, or another folder",
                    "the same job, or another folder",
                )

    def _named(self) -> dict[str, Any]:
        named: dict[str, Any] = {name: getattr(self, name) for name in ("kind", "game", "version", "format", "micros", "rows", "input")}
        return named | self.settings

    def text(self) -> str:
        """The manifest as JSON."""
        return json.dumps(self._asdict(), ensure_ascii=False, sort_keys=True) + "\n"

    @staticmethod
    def read(text: str, where: str) -> Manifest:
        """The manifest from its JSON; `Problem` if it is none."""
        try:
            data = json.loads(text)
            return Manifest(**data | {"parts": [Part(*part) for part in data["parts"]]})
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Problem(f"job '{where}': its job.json cannot be read; expected a job's folder", "a job's folder") from None


def _word(value: Any) -> str:
    if value is None:
        return "not set"
    text = str(value)
    return text if len(text) <= 40 else text[:12] + "…"
