"""Rootward: adversarial search. Bring a game, get a perfect player, or the best one that the clock allows, and see why.

>>> import rootward as rw
>>> p = rw.game("connect-four").position("44444")
>>> p.to_move, len(p.moves)
('second', 7)
>>> rw.game("tic-tac-toe").start.solve().outcome
'draw'

Every value says what it is: proven, a bound, or an estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._chess import from_chess
from ._engine import Engine
from ._errors import InternalError, Interrupted, Problem
from ._games import GameLike, NamedGame, game, games, solve_many
from ._limits import Limit
from ._match import MatchPlan, MatchResult, match, perft
from ._matrix import Equilibrium, MatrixGame, matrix
from ._openspiel import OpenSpielGame, from_open_spiel
from ._own import Game, check
from ._position import Position
from ._results import Analysis, Iteration, Line, MoveValue, Solution, Solutions, Value
from ._rootward import __version__
from ._run import Run
from ._sheets import Annotated, Exercise, annotate, exercise
from ._trace import Picture, Trace, tree

if TYPE_CHECKING:
    from . import batch


def __getattr__(name: str) -> Any:
    # Jobs of many rows: loaded when they are asked for, since they take as long to import as all the rest.
    if name == "batch":
        import importlib

        return importlib.import_module(".batch", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Analysis",
    "Annotated",
    "Engine",
    "Equilibrium",
    "Exercise",
    "Game",
    "GameLike",
    "InternalError",
    "Interrupted",
    "Iteration",
    "Limit",
    "Line",
    "MatchPlan",
    "MatchResult",
    "MatrixGame",
    "MoveValue",
    "NamedGame",
    "OpenSpielGame",
    "Picture",
    "Position",
    "Problem",
    "Run",
    "Solution",
    "Solutions",
    "Trace",
    "Value",
    "__version__",
    "annotate",
    "batch",
    "check",
    "exercise",
    "from_chess",
    "from_open_spiel",
    "game",
    "games",
    "match",
    "matrix",
    "perft",
    "solve_many",
    "tree",
]
