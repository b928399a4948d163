"""Worksheets with keys, and annotated games of chess."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from . import _rootward
from ._errors import Problem, result_or_raise
from ._games import game
from ._limits import Asked, Limit, limit_of, shown, whole
from ._position import Position
from ._trace import tree

__all__ = ["Annotated", "Exercise", "annotate", "exercise"]


class Exercise:
    """A worksheet on alpha-beta or on chance nodes, and its key. A notebook shows the sheet."""

    def __init__(self, core: _rootward.ExerciseCore) -> None:
        self._core = core
        data = core.data()
        self.trees: list[str] = [text for text, _, _ in data]
        """The trees, as text."""
        self.values: list[str] = [value for _, value, _ in data]
        """Their values."""
        self.cuts: list[int] = [cuts for _, _, cuts in data]
        """How many cuts alpha-beta makes in each."""

    @property
    def positions(self) -> list[Position]:
        """The trees, to be searched and traced."""
        return [tree(text) for text in self.trees]

    def sheet(self, format: str = "svg", *, key: bool = False, paper: str = "a4") -> bytes:
        """The worksheet, or with ``key=True`` the key, as ``svg``, ``pdf``, ``html``, ``tex``, ``typ`` or ``json``."""
        return self._core.sheet(str(format), bool(key), str(paper))

    def save(self, path: str | os.PathLike[str], *, key: bool = False, paper: str = "a4") -> Path:
        """Writes the worksheet or the key; the ending of the name says in which format."""
        target = Path(path)
        target.write_bytes(self.sheet(target.suffix.lstrip("."), key=key, paper=paper))
        return target

    def __repr__(self) -> str:
        return f"<Exercise {self.trees[0]}{' …' if len(self.trees) > 1 else ''}>"

    def _repr_svg_(self) -> str:
        return self.sheet("svg").decode()


def exercise(
    seed: int = 1,
    *,
    count: int = 1,
    depth: int = 3,
    branching: str | int = "2..3",
    values: str = "-9..20",
    irregular: bool = False,
    deep_cut: bool = False,
    no_ties: bool = False,
    cuts: int | None = None,
    chance: int = 0,
) -> Exercise:
    """A worksheet. The same settings give the same sheet.

    >>> exercise(seed=7, depth=2).trees
    ['((1 -5) (17 13 5) (-4 11 -7))']
    """
    settings = {
        "seed": whole(seed, "seed", 0, 2**64 - 1),
        "depth": whole(depth, "depth", 1, 8),
        "branching": str(branching),
        "values": str(values),
        "irregular": bool(irregular),
        "deep_cut": bool(deep_cut),
        "no_ties": bool(no_ties),
        "cuts": None if cuts is None else whole(cuts, "cuts", 0, 1000),
        "chance": whole(chance, "chance", 0, 100),
    }
    return Exercise(_rootward.ExerciseCore(json.dumps(settings), whole(count, "count", 1, 100)))


class Annotated:
    """A judged game of chess. A notebook shows the graph of its values."""

    def __init__(self, data: dict[str, Any], svg: str) -> None:
        self.data = data
        """Everything about the game."""
        self.svg = svg
        """The graph of the values."""

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The moves, each with its values before and after, its mark, and the better move."""
        return list(self.data["moves"])

    @property
    def mistakes(self) -> list[dict[str, Any]]:
        """The moves that are marked ``?!``, ``?`` or ``??``."""
        return [move for move in self.moves if move.get("mark")]

    def __repr__(self) -> str:
        return f"<Annotated game of {len(self.moves)} plies, {len(self.mistakes)} marked>"

    def _repr_svg_(self) -> str:
        return self.svg


def annotate(
    pgn: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    out: str | os.PathLike[str] | None = None,
    threads: int = 1,
    memory: int | str = "64M",
) -> list[Annotated]:
    """Judges the moves of chess games: a file of PGN, or its text. Without a limit, 100,000 nodes a position.

    ``out`` is a file for the annotated games. Ctrl-C raises `Interrupted`, whose ``known`` are the games judged so far.
    """
    if not isinstance(pgn, (str, os.PathLike)):
        raise Problem(f"{shown(pgn)} is no PGN; expected a file, or its text", "a file, or its text")
    wanted = limit_of(limit, depth, nodes, time) or Limit(nodes=100_000)
    ask = Asked(wanted, threads=threads, memory=memory)
    is_text = isinstance(pgn, str) and ("\n" in pgn or pgn.lstrip()[:1] in ("[", "1", "{") and not os.path.isfile(pgn))
    target = None if out is None else os.fspath(out)
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn" if is_text else Path(pgn)
        if is_text:
            path.write_text(str(pgn), encoding="utf-8")
        # Text has no file that anybody knows of.
        named, name = f"file '{path}'", "PGN" if is_text else f"file '{path}'"
        try:
            judged, remarks, error = _rootward.annotate(str(path), target, game("chess")._base, ask)
        except Problem as problem:
            raise Problem(str(problem).replace(named, name), problem.expected, problem.place) from None
    found = [Annotated(json.loads(text), svg) for text, svg in judged]
    result_or_raise(found, error)
    if not found and remarks:
        raise Problem(remarks[0].replace(named, name))
    return found
