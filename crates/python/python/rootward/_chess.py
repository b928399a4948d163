"""python-chess, where it is installed. Nothing here needs it: it is under the GPL, and this package is not."""

from __future__ import annotations

from typing import Any

from ._errors import Problem
from ._games import NamedGame, game
from ._limits import shown
from ._position import Position

__all__ = ["from_chess"]


def from_chess(board: Any) -> Position:
    """The position of a ``chess.Board``, with the moves played on it, so that repetitions are known."""
    if not all(hasattr(board, name) for name in ("fen", "move_stack", "root", "chess960")):
        raise Problem(f"{shown(board)} is no board of python-chess; expected a chess.Board", "a chess.Board")
    # Atomic chess and the like are boards too, with other rules.
    variant = getattr(board, "uci_variant", "chess")
    if variant != "chess":
        raise Problem(f"a board of {shown(variant)}; expected a board of chess or Chess960", "a board of chess or Chess960")
    start = game("chess:960" if board.chess960 else "chess").position(board.root().fen())
    return start.play(*(move.uci() for move in board.move_stack))


def to_board(position: Position) -> Any:
    """A ``chess.Board`` with the moves of a position."""
    of = position.game
    if not isinstance(of, NamedGame) or not of.name.startswith("chess"):
        raise Problem(f"{of!r} is no chess; expected a position of chess", "a position of chess")
    import chess

    first, moves = position._core.origin()
    board = chess.Board(chess.STARTING_FEN if first in ("", "-") else first, chess960=of.name != "chess")
    for move in moves:
        board.push_san(move)
    return board
