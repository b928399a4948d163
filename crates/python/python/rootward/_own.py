"""Games whose rules are written in Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from . import _rootward
from ._errors import Problem
from ._games import GameLike
from ._limits import whole
from ._position import Position, replay

__all__ = ["Game", "check"]

State = TypeVar("State")
Move = TypeVar("Move")


class Game(GameLike, Generic[State, Move]):
    """A game of your own. Five methods are its rules; it is searched, solved, traced and drawn as every other game is.

    A state must not change once it is made: `apply` returns a new one. Moves must be hashable. States made of numbers, text,
    tuples and lists, or hashable ones, get a transposition table by themselves; for others write `key`.

    >>> class Nim(Game[tuple[int, ...], tuple[int, int]]):
    ...     def initial(self): return (0, 1, 2, 3)
    ...     def to_move(self, state): return state[0]
    ...     def outcome(self, state):
    ...         return None if any(state[1:]) else (1 if state[0] == 1 else -1)
    ...     def moves(self, state):
    ...         return [(heap, take) for heap in range(1, 4) for take in range(1, state[heap] + 1)]
    ...     def apply(self, state, move):
    ...         heaps = list(state)
    ...         heaps[0], heaps[move[0]] = 1 - state[0], heaps[move[0]] - move[1]
    ...         return tuple(heaps)
    >>> Nim().start.solve().outcome
    'loss'

    Class attributes: ``name``; ``sides``, the names of the two sides; ``points = True`` if `outcome` returns points instead of
    who won; ``can_repeat = True`` if a position can come again, whose third occurrence is a draw; ``has_chance = True`` if
    `to_move` may return ``"chance"``; ``range``, the least and the greatest points of a game of chance; ``unit``, the points of
    a clear advantage in `evaluate`.
    """

    name: str = ""
    sides: ClassVar[tuple[str, str]] = ("MAX", "MIN")
    points: bool = False
    can_repeat: bool = False
    has_chance: bool = False
    range: tuple[int, int] | None = None
    unit: int = 1

    evaluate: Any = None
    """Optional: ``evaluate(self, state)``, the static value in points for the first side. Without it, 0."""
    key: Any = None
    """Optional: ``key(self, state)``, something hashable that is equal for equal positions only, side to move included."""

    _key_is_whole = False
    """Equal keys mean equal states, with equal moves; not so where symmetric positions share a key."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        # The name of the class, unless it or one above it says otherwise.
        if "name" not in cls.__dict__ and cls.name in ("", *(above.__name__ for above in cls.__mro__[1:])):
            cls.name = cls.__name__

    def initial(self) -> State:
        """Where the game starts."""
        raise NotImplementedError(f"{type(self).__name__} has no method initial(self)")

    def to_move(self, state: State) -> int | str:
        """The side to move: 0 or 1. ``"chance"`` where dice are thrown, in a game with ``has_chance``."""
        raise NotImplementedError(f"{type(self).__name__} has no method to_move(self, state)")

    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves, each once, always in the same order. Not asked where the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no method moves(self, state)")

    def apply(self, state: State, move: Move) -> State:
        """The state after a move."""
        raise NotImplementedError(f"{type(self).__name__} has no method apply(self, state, move)")

    def outcome(self, state: State) -> float | None:
        """``None`` while the game goes on; else 1 if the first side has won, -1 if the second, 0 for a draw; or points."""
        raise NotImplementedError(f"{type(self).__name__} has no method outcome(self, state)")

    def chances(self, state: State) -> Sequence[tuple[Move, int]]:
        """Where chance moves: the outcomes with their weights, whole numbers. By default all `moves` are equally likely."""
        return [(move, 1) for move in self.moves(state)]

    def write(self, state: State) -> str:
        """The state as text on one line."""
        return repr(state)

    def read(self, text: str) -> State:
        """The state from text. By default whatever Python reads as numbers, text, tuples and lists."""
        try:
            state: State = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            expected = "a state as Python writes it, or a method read(self, text)"
            raise Problem(f"{self.name} cannot read the position {text[:60]!r}; expected {expected}", expected) from None
        return state

    def write_move(self, move: Move) -> str:
        """A move as text; different moves of a position must be written differently."""
        return str(move)

    def draw(self, state: State) -> str:
        """The state as a picture of a few lines of text."""
        return self.write(state)

    def svg(self, state: State) -> str | None:
        """The state as a picture for notebooks; ``None`` to draw the text."""
        return None

    @cached_property
    def _base(self) -> _rootward.Core:
        return _rootward.own_game(self)

    def position(self, text: str | None = None) -> Position:
        """A position from text, as `read` reads it; without it, the first one."""
        if text is None:
            return self.start
        if not isinstance(text, str):
            return self.at(text)
        return Position(self._base.at(text), self)

    def at(self, state: State) -> Position:
        """The position with this state."""
        return Position(_rootward.own_game(self, state), self)

    def _pickled(self, position: Position) -> tuple[Any, ...]:
        return (_restored, (self, position._core.first_state(), tuple(position.history)))

    def _svg(self, position: Position) -> str | None:
        return self.svg(position.state)

    def __eq__(self, other: object) -> bool:
        """Games of one class with the same attributes are the same, so that a position that another process sends back is the one that it
        got."""
        if not isinstance(other, Game):
            return NotImplemented
        if self is other or type(self) is not type(other):
            return self is other
        try:
            return bool(self.__getstate__() == other.__getstate__())
        except Exception:  # attributes that cannot be compared, such as arrays of NumPy
            return False

    def __hash__(self) -> int:
        # Attributes may change, and need not be hashable.
        return hash(type(self))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_base"}

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def _restored(game: Game[Any, Any], state: Any, moves: Sequence[str]) -> Position:
    return replay(game.at(state), moves)


def check(game: Game[Any, Any], games: int = 20, seed: int = 1) -> None:
    """Plays random games and checks what a game promises: that moves come in the same order, that `apply` leaves its state
    alone, that different positions have different keys, that what is written reads back, and more.

    ``AssertionError`` with the position and the broken promise. Call it once in the tests of your game.
    """
    if not isinstance(game, Game):
        raise Problem(f"{game!r} is no game in Python; expected an instance of a subclass of rw.Game", "a game in Python")
    count = whole(games, "games", 1, 1_000_000)
    _rootward.check(game._base, count, whole(seed, "seed", 0, 2**64 - 1))
