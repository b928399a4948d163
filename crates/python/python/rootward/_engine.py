"""An engine that keeps what it has found."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import _rootward
from ._errors import Problem
from ._limits import Limit, memory_of, shown, text_of, whole
from ._position import AnalysisSettings, Position, SolveSettings
from ._results import Analysis, Iteration, Solution

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Engine"]


class Engine:
    """Settings for several calls, and a table of positions that is kept from one to the next.

    ``book`` is a file of an opening book, or ``False`` for none, where one comes along; ``tables`` the folders of tables that
    ``rootward table build`` made; ``syzygy`` those of Syzygy's chess endgames. Two threads may use one engine: each search has
    a table to itself.

    >>> import rootward as rw
    >>> engine = rw.Engine(memory="16M")
    >>> engine.analyze(rw.game("tic-tac-toe").start, depth=9).value.kind
    'draw'
    """

    def __init__(
        self,
        *,
        memory: int | str = "64M",
        book: str | os.PathLike[str] | bool | None = None,
        tables: str | os.PathLike[str] | None = None,
        syzygy: str | os.PathLike[str] | None = None,
        techniques: str | None = None,
        threads: int = 1,
    ) -> None:
        self.memory = memory_of(memory)
        self.techniques = text_of(techniques, "techniques")
        self.threads = whole(threads, "threads", 1, 256)
        chosen = None if book is None or book is True else "" if book is False else os.fspath(book)
        folders = [None if folder is None else os.fspath(folder) for folder in (tables, syzygy)]
        self._core = _rootward.EngineCore(chosen, *folders)

    def analyze(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        progress: Callable[[Iteration], object] | None = None,
        **settings: Unpack[AnalysisSettings],
    ) -> Analysis:
        """`Position.analyze` with this engine."""
        return _checked(position).analyze(limit, engine=self, progress=progress, **settings)

    def solve(self, position: Position, limit: Limit | None = None, **settings: Unpack[SolveSettings]) -> Solution:
        """`Position.solve` with this engine."""
        return _checked(position).solve(limit, engine=self, **settings)

    def clear(self) -> None:
        """Forgets what it has found."""
        self._core.clear()

    def __repr__(self) -> str:
        return f"<Engine memory={self.memory >> 20}M threads={self.threads} techniques={self.techniques or 'of the game'}>"


def _checked(position: object) -> Position:
    if not isinstance(position, Position):
        raise Problem(f"{shown(position)} is no position; expected a Position", "a Position")
    return position
