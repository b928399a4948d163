"""Games of OpenSpiel, where pyspiel is installed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ._errors import Problem
from ._limits import shown
from ._own import Game

__all__ = ["OpenSpielGame", "from_open_spiel"]


class OpenSpielGame(Game[Any, int]):
    """A game of OpenSpiel; see `from_open_spiel`."""

    _key_is_whole = True

    def __init__(self, game: Any, table: bool) -> None:
        self._game = game
        self._table = table
        kind = game.get_type()
        self.name = str(kind.short_name)
        self.has_chance = "EXPLICIT" in str(kind.chance_mode)
        low, high = game.min_utility(), game.max_utility()
        self.points = not (low == -1 and high == 1)
        if self.points and not self.has_chance and not (float(low).is_integer() and float(high).is_integer()):
            raise Problem(f"{self.name} pays {low} to {high}; expected whole points", "whole points")
        if self.points:
            self.range = (int(low // 1), int(-(-high // 1)))

    def initial(self) -> Any:
        return self._game.new_initial_state()

    def to_move(self, state: Any) -> int | str:
        player = state.current_player()
        return "chance" if player == -1 else max(player, 0)

    def moves(self, state: Any) -> Sequence[int]:
        return list(state.legal_actions())

    def apply(self, state: Any, move: int) -> Any:
        after = state.clone()
        after.apply_action(move)
        return after

    def outcome(self, state: Any) -> float | None:
        if not state.is_terminal():
            return None
        return float(state.returns()[0]) if self.points else int(state.returns()[0])

    def chances(self, state: Any) -> Sequence[tuple[int, int]]:
        outcomes = [(action, Fraction(p).limit_denominator(100_000)) for action, p in state.chance_outcomes() if p > 0]
        common = lcm(*(p.denominator for _, p in outcomes))
        return [(action, int(p * common)) for action, p in outcomes]

    def key(self, state: Any) -> Any:
        """OpenSpiel's own algorithms take the text of a state for its identity. With the number of moves it holds no cycles."""
        if not self._table:
            return None
        # The player as a number: games in Python return an enumeration where the game is over.
        return (int(state.current_player()), state.move_number(), str(state))

    def write(self, state: Any) -> str:
        return " ".join(str(action) for action in state.history()) or "start"

    def read(self, text: str) -> Any:
        state = self.initial()
        for word in text.split() if text.strip() != "start" else []:
            if not word.isascii() or not word.isdecimal() or int(word) not in state.legal_actions():
                expected = f"one of {', '.join(map(str, state.legal_actions()[:20]))}"
                raise Problem(f"position {text[:60]!r}: {word!r} is no action there; expected {expected}", expected)
            state.apply_action(int(word))
        return state

    def draw(self, state: Any) -> str:
        return str(state)

    def __getstate__(self) -> dict[str, Any]:
        # What tells two of them apart: pyspiel's own games are equal to themselves alone.
        return {"game": str(self._game), "table": self._table}

    def __reduce__(self) -> tuple[Any, ...]:
        return (from_open_spiel, (str(self._game), self._table))


def from_open_spiel(game: Any, table: bool = True) -> OpenSpielGame:
    """A game of OpenSpiel, by its name or as ``pyspiel.load_game`` gives it, to be searched, solved and traced here.

    Taken are games of two players, zero-sum, with perfect information, turn by turn, deterministic or with explicit chance;
    the others are refused with the reason. Positions are written as their actions; moves are OpenSpiel's numbers.

    ``table=False`` searches without a transposition table: for games whose text leaves out something that their value depends
    on, such as earlier repetitions in chess.
    """
    try:
        import pyspiel
    except ImportError:
        raise Problem("OpenSpiel is not installed; expected `pip install open_spiel`", "pip install open_spiel") from None
    if isinstance(game, str):
        # Asked first, since OpenSpiel prints all its games if there is none of this name.
        if game.partition("(")[0].strip() not in pyspiel.registered_names():
            raise Problem(f"OpenSpiel has no game {shown(game)}; expected a name such as tic_tac_toe", "a name such as tic_tac_toe")
        try:
            game = pyspiel.load_game(game)
        except Exception as error:  # SpielError, and what C++ throws where a parameter is missing
            said = (str(error).splitlines() or [type(error).__name__])[0][:200]
            expected = "a game with its parameters, such as misere(game=tic_tac_toe())"
            raise Problem(f"OpenSpiel cannot load {shown(game)}: {said}; expected {expected}", expected) from None
    if not isinstance(game, pyspiel.Game):
        raise Problem(f"{shown(game)} is no game of OpenSpiel; expected its name, or a pyspiel.Game", "a name such as tic_tac_toe")
    kind = game.get_type()
    name = str(kind.short_name)
    reasons = [
        (game.num_players() != 2, f"it has {game.num_players()} players", "two players"),
        (str(kind.dynamics).rsplit(".", 1)[-1] != "SEQUENTIAL", "its players move at once", "a game turn by turn"),
        (str(kind.information).rsplit(".", 1)[-1] != "PERFECT_INFORMATION", "its players do not see everything", "perfect information"),
        (str(kind.utility).rsplit(".", 1)[-1] != "ZERO_SUM", "it is not zero-sum", "a zero-sum game"),
        ("SAMPLED" in str(kind.chance_mode), "its chance is drawn and not listed", "explicit chance or none"),
    ]
    for is_so, reason, expected in reasons:
        if is_so:
            raise Problem(f"{name}: {reason}; expected {expected}", expected)
    return OpenSpielGame(game, bool(table))
