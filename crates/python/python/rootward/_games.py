"""Games by name, and what every game has in common."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from . import _rootward
from ._errors import Problem, result_or_raise
from ._limits import Asked, Limit, limit_of, listed, shown, text_of, whole
from ._position import SOLVE_MEMORY, Position, replay
from ._results import Solution, Solutions

__all__ = ["GameLike", "NamedGame", "game", "games", "solve_many"]


class GameLike:
    """What every game has: those of Rootward and those in Python."""

    name: str
    can_repeat: bool

    @cached_property
    def _base(self) -> _rootward.Core:
        raise NotImplementedError

    @property
    def start(self) -> Position:
        """The first position."""
        return Position(self._base, self)

    def position(self, text: str | None = None) -> Position:
        """A position from text; without it, the first one."""
        raise NotImplementedError

    def _pickled(self, position: Position) -> tuple[Any, ...]:
        raise NotImplementedError

    def _svg(self, position: Position) -> str | None:
        return None

    def _drawn_name(self) -> str | None:
        return None

    def _root(self, position: Position) -> str:
        """What tells positions with the same text apart."""
        return ""


class NamedGame(GameLike):
    """A game of Rootward, opened by its name: ``rw.game("connect-four:8x7")``."""

    def __init__(self, spec: str, weights: str | None = None) -> None:
        core, entry, drawn = _rootward.open(spec)
        if weights is not None:
            core = core.with_weights(weights)
        self._data: dict[str, Any] = json.loads(entry)
        self._drawn = drawn
        self.__dict__["_base"] = core
        view = json.loads(core.view())
        self.name = spec.strip() if drawn else view["game"]
        self.weights = weights
        self.can_repeat = bool(self._data["can_repeat"])

    @property
    def description(self) -> str:
        """What it is, in a sentence."""
        return str(self._data["description"])

    @property
    def variants(self) -> str:
        """What may follow the name after a colon."""
        return str(self._data["variants"])

    @property
    def example(self) -> str:
        """A position to try."""
        return str(self._data["example"])

    @property
    def has_chance(self) -> bool:
        """Are there dice?"""
        return self._base.has_chance()

    def position(self, text: str | None = None) -> Position:
        """A position from text; without it, the first one.

        >>> game("tic-tac-toe").position("X.O/.X./..O").moves[:2]
        ['a1', 'b1']
        """
        if text is None:
            return self.start
        if not isinstance(text, str):
            raise Problem(f"position: {shown(text)} is no text; expected text", "text")
        if self._drawn:
            core, _, _ = _rootward.open(self.name, text)
            return Position(core, self)
        return Position(self._base.at(text), self)

    def book_positions(self, plies: int) -> list[str]:
        """The positions that a book of so many plies is made of: those after its last ply that are not over. Whoever has solved them, on
        one machine or on many, makes the book with `assemble_book`.

        >>> len(game("tic-tac-toe").book_positions(2))
        72
        """
        return self._base.book_positions(whole(plies, "plies", 0, 255))

    def assemble_book(
        self, plies: int, values: Sequence[int | Solution | None], path: str | os.PathLike[str]
    ) -> dict[str, Any]:
        """Writes a book from the values of its positions, in the order of `book_positions`: solutions, or numbers: 0 for a draw, n for a
        win of the side to move in n plies, −n for a loss. A file of that name is replaced."""
        numbers = [_book_value(place, value) for place, value in enumerate(values)]
        report = self._base.assemble_book(whole(plies, "plies", 0, 255), numbers, os.fspath(path))
        return dict(json.loads(report))

    def _pickled(self, position: Position) -> tuple[Any, ...]:
        first, moves = position._core.origin()
        return (_restored, (self.name, self.weights, first, tuple(moves)))

    def _drawn_name(self) -> str | None:
        return self.name if self._drawn else None

    def _root(self, position: Position) -> str:
        # The name of a node says nothing about the tree.
        return position._core.origin()[0] if self._drawn else ""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NamedGame):
            return NotImplemented
        return self is other or (self.name, self.weights) == (other.name, other.weights)

    def __hash__(self) -> int:
        return hash((self.name, self.weights))

    def __reduce__(self) -> tuple[Any, ...]:
        return (game, (self.name, self.weights))

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def _book_value(place: int, value: int | Solution | None) -> int:
    """A value as a book holds it."""
    if not isinstance(value, Solution):
        return whole(value, f"value {place}", -127, 127)
    if not value.proven or value.outcome not in ("win", "draw", "loss") or (value.outcome != "draw" and value.plies is None):
        raise Problem(f"value {place}: {value} is not proven; expected a proven result with its plies", "a proven result")
    plies = value.plies or 0
    return {"win": plies, "loss": -plies}.get(value.outcome, 0)


def _restored(name: str, weights: str | None, first: str, moves: Sequence[str]) -> Position:
    return replay(game(name, weights).position(first), moves)


@lru_cache(maxsize=64)
def _opened(spec: str, weights: str | None) -> NamedGame:
    return NamedGame(spec, weights)


def game(name: str, weights: str | None = None) -> NamedGame:
    """A game by its name, with a variant after a colon, and perhaps other weights of its evaluation.

    >>> game("mnk:5,5,4").start.moves[:3]
    ['a1', 'b1', 'c1']
    """
    if not isinstance(name, str):
        raise Problem(f"game: {shown(name)} is no name; expected one of {', '.join(games())}", "the name of a game")
    return _opened(name, text_of(weights, "weights"))


def checked_game(value: object) -> GameLike:
    """A game, which may be given by its name; `Problem` otherwise."""
    of = _opened(value, None) if isinstance(value, str) else value
    if not isinstance(of, GameLike):
        raise Problem(f"game: {shown(of)} is no game; expected a game or its name", "a game or its name")
    return of


def texts_of(positions: Any, what: str) -> list[str]:
    """The texts of several positions; `Problem` otherwise."""
    expected = "a list of positions"
    given = listed(positions)
    if given is None:
        raise Problem(f"{what}: {shown(positions)} is no list; expected {expected}", expected)
    texts = [place.text if isinstance(place, Position) else place for place in given]
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise Problem(f"{what}: number {place}, {shown(text)}, is no position; expected text", "text")
    return texts


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    entries, _ = json.loads(_rootward.games())
    return tuple(entry["name"] for entry in entries)


def games() -> list[str]:
    """The names of all games.

    >>> "chess" in games()
    True
    """
    return list(_names())


def solve_many(
    game: GameLike | str,
    positions: Sequence[str | Position],
    limit: Limit | None = None,
    *,
    nodes: int | None = None,
    time: float | None = None,
    memory: int | str = SOLVE_MEMORY,
    all_moves: bool = False,
    weak: bool = False,
    workers: int = 1,
) -> Solutions:
    """Solves many positions of one game in one call, each with an empty table, so that no row depends on another.

    A position that cannot be read gives a row with its ``error``. The limit is that of one position. With several ``workers``
    rows are solved side by side; the result is the same. Ctrl-C raises `Interrupted`, whose ``known`` is the table so far.

    >>> table = solve_many("connect-four", ["44444", "1122334"], Limit(nodes=1000))
    >>> table["value"][1], table["proven"][1]
    ('loss', True)
    """
    of = checked_game(game)
    texts = texts_of(positions, "positions")
    ask = Asked(
        limit_of(limit, None, nodes, time), memory=memory, all_moves=all_moves, weak=weak, whole_line=False
    )
    count = whole(workers, "workers", 1, 256)
    table, error = _rootward.solve_many(of._base, texts, ask, count, of._drawn_name())
    return result_or_raise(Solutions(table), error)
