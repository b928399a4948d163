"""Positions: immutable, hashable, picklable."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypedDict

from . import _rootward
from ._errors import Problem, result_or_raise
from ._limits import MAX_DEPTH, Asked, Limit, limit_of, refuse_unknown, shown, whole
from ._results import Analysis, Iteration, Solution
from ._svg import board_svg, text_svg

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._engine import Engine
    from ._games import GameLike
    from ._run import Run
    from ._trace import Trace

__all__ = ["AnalysisSettings", "Position", "SolveSettings"]

USUAL_TIME = 2.0
"""Seconds of an analysis without limits."""
ENDLESS_TIME = 10.0
"""Seconds for solving a position of a game that may go on for ever, without limits."""
ANALYSIS_MEMORY = 64 << 20
SOLVE_MEMORY = 256 << 20
"""Bytes of a table, unless something else is asked for; a small search touches a small part of them."""


class AnalysisSettings(TypedDict, total=False):
    """What an analysis may be told beside its limit. `Position.analyze` says what each means; who analyses in another way takes the same."""

    depth: int | None
    nodes: int | None
    time: float | None
    threads: int | None
    lines: int
    memory: int | str | None
    techniques: str | None
    algorithm: str
    opponent: str | None
    outcomes: bool


class SolveSettings(TypedDict, total=False):
    """What a proof may be told beside its limit. `Position.solve` says what each means."""

    nodes: int | None
    time: float | None
    threads: int | None
    memory: int | str | None
    all_moves: bool
    weak: bool
    whole_line: bool


class Position:
    """A position of a game. It never changes: `play` returns another one.

    >>> import rootward as rw
    >>> p = rw.game("connect-four").position("4453")
    >>> p.to_move, p.moves
    ('first', ['1', '2', '3', '4', '5', '6', '7'])
    >>> p.play("4") == rw.game("connect-four").position("44534")
    True
    """

    __slots__ = ("_core", "_game", "_moves", "_text", "__weakref__")

    def __init__(self, core: _rootward.Core, game: GameLike) -> None:
        self._core = core
        self._game = game
        self._text: str | None = None
        self._moves: list[str] | None = None

    @property
    def game(self) -> GameLike:
        """The game."""
        return self._game

    @property
    def moves(self) -> list[str]:
        """The legal moves; empty if the game is over. At a chance node, what can be thrown."""
        # A list of the caller's own: what is done to it changes no position.
        if self._moves is None:
            self._moves = self._core.moves()
        return self._moves.copy()

    def play(self, *moves: object) -> Position:
        """The position after a move, or after several: ``p.play("e4", "e5")``."""
        core = self._core
        for move in moves:
            core = core.play(move if isinstance(move, str) else str(move))
        return Position(core, self._game)

    @property
    def to_move(self) -> str:
        """``first`` or ``second``."""
        return self._core.side()

    @property
    def side_name(self) -> str:
        """What the side to move is called in this game: ``X``, ``White``."""
        return self._core.side_names()[0 if self._core.side() == "first" else 1]

    @property
    def text(self) -> str:
        """The position as the game writes it, such as a FEN."""
        if self._text is None:
            self._text = self._core.written()
        return self._text

    @property
    def history(self) -> list[str]:
        """The moves played since the position that was given."""
        return self._core.moves_played()

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.outcome is not None

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How the game ended: ``{"kind": "win", "side": "first", …}``; ``None`` if it goes on."""
        outcome: dict[str, Any] | None = self.view()["outcome"]
        return outcome

    @property
    def ending(self) -> str | None:
        """The same in a sentence."""
        return self._core.ending()

    @property
    def chance(self) -> dict[str, Any] | None:
        """The outcomes of chance with their probabilities, if dice are to be thrown here."""
        text = self._core.chance()
        return None if text is None else json.loads(text)

    @property
    def features(self) -> list[dict[str, Any]]:
        """The terms of the evaluation, with their weights and counts here."""
        return list(json.loads(self._core.features()))

    @property
    def evaluation(self) -> float | None:
        """The static evaluation for the first side; ``None`` if the game has no evaluation of named terms."""
        return self._core.evaluation()

    @property
    def state(self) -> Any:
        """The state of a game that is written in Python; ``None`` for the others."""
        return self._core.state()

    def view(self) -> dict[str, Any]:
        """The position as data: game, position, side, picture, moves, outcome."""
        view: dict[str, Any] = json.loads(self._core.view())
        return view

    def board(self) -> dict[str, Any] | None:
        """The squares and what stands on them; ``None`` for a game that is not played on a board."""
        text = self._core.board()
        return None if text is None else json.loads(text)

    def analyze(
        self,
        limit: Limit | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        threads: int | None = None,
        lines: int = 1,
        memory: int | str | None = None,
        techniques: str | None = None,
        algorithm: str = "engine",
        opponent: str | None = None,
        outcomes: bool = False,
        engine: Engine | None = None,
        progress: Callable[[Iteration], object] | None = None,
    ) -> Analysis:
        """Searches for the best move. Without a limit it takes 2 seconds.

        ``progress`` is called with every finished depth; an exception in it ends the search and comes through. Ctrl-C raises
        `Interrupted`, whose ``known`` is the analysis so far. Other threads of Python run meanwhile.

        ``lines`` asks for several lines, each with another first move; ``techniques`` for those of the engine
        (``"none,+killers"``); ``algorithm`` for ``minimax`` or ``alpha-beta`` of the textbook; ``opponent`` for one who errs
        (``"softmax:2"``); ``outcomes`` for the value of every outcome of chance.
        """
        wanted = limit_of(limit, depth, nodes, time) or Limit(time=USUAL_TIME)
        ask = _asked(
            wanted, engine, ANALYSIS_MEMORY,
            threads=threads, lines=lines, memory=memory, techniques=techniques, algorithm=algorithm, opponent=opponent,
            outcomes=outcomes,
        )  # fmt: skip
        each = None if progress is None else (lambda text: progress(Iteration(text)))
        answer, error, depths = self._core.analyse(ask, each, None if engine is None else engine._core)
        text = answer or (depths[-1] if depths else None)
        return result_or_raise(None if text is None else Analysis(text, map(Iteration, depths)), error)

    def analysis(
        self, limit: Limit | None = None, *, engine: Engine | None = None, **settings: Unpack[AnalysisSettings]
    ) -> Run:
        """An analysis in the background, to be followed depth by depth, with the settings of `analyze`. Without a limit it goes on until it
        is left.

        >>> import rootward as rw
        >>> with rw.game("tic-tac-toe").start.analysis(depth=3) as run:
        ...     for iteration in run:
        ...         best = iteration.best
        >>> run.result.depth
        3
        """
        from ._run import Run

        refuse_unknown("analysis", settings, AnalysisSettings)
        others: dict[str, Any] = dict(settings)
        wanted = limit_of(limit, *(others.pop(part, None) for part in ("depth", "nodes", "time")))
        ask = _asked(wanted or Limit(depth=MAX_DEPTH), engine, ANALYSIS_MEMORY, **others)
        return Run(self._core.start(ask, None if engine is None else engine._core))

    async def analyze_async(
        self, limit: Limit | None = None, *, engine: Engine | None = None, **settings: Unpack[AnalysisSettings]
    ) -> Analysis:
        """`analyze` for asyncio: other tasks run meanwhile, and cancelling it stops the search."""
        refuse_unknown("analyze_async", settings, AnalysisSettings)
        if limit is None and not any(settings.get(part) is not None for part in ("depth", "nodes", "time")):
            limit = Limit(time=USUAL_TIME)
        return await self.analysis(limit, engine=engine, **settings).wait()

    def solve(
        self,
        limit: Limit | None = None,
        *,
        nodes: int | None = None,
        time: float | None = None,
        threads: int | None = None,
        memory: int | str | None = None,
        all_moves: bool = False,
        weak: bool = False,
        whole_line: bool = True,
        engine: Engine | None = None,
    ) -> Solution:
        """Proves what the position is worth, if the limits allow it.

        ``all_moves`` values every move; ``weak`` asks only who wins and not how soon, which is several times quicker. In games
        whose positions can come again, such as chess, it ends after 10 seconds unless there is a limit.
        """
        wanted = limit_of(limit, None, nodes, time)
        if not wanted and self._game.can_repeat:
            wanted = Limit(time=ENDLESS_TIME)
        ask = _asked(
            wanted, engine, SOLVE_MEMORY,
            threads=threads, memory=memory, all_moves=all_moves, weak=weak, whole_line=whole_line,
        )  # fmt: skip
        answer, error, _ = self._core.solve(ask, None if engine is None else engine._core)
        return result_or_raise(None if answer is None else Solution(answer), error)

    def trace(
        self,
        depth: int | None = None,
        *,
        algorithm: str = "alpha-beta",
        cut: str = "at",
        fail: str = "soft",
        order: str = "given",
        techniques: str | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Trace:
        """A search step by step: ``alpha-beta``, ``minimax``, ``star1``, ``star2``, or the ``engine``.

        Without a depth it goes to the end of the game, if the game is small enough. A search that needs more nodes or time than it may
        have is refused: it has no value to explain.
        """
        from ._trace import Trace, TraceAsked

        limit = Limit(nodes=nodes, time=time)

        if depth is not None:
            depth = whole(depth, "depth", 1, MAX_DEPTH)
        return Trace(self._core.trace(TraceAsked(algorithm, depth, cut, fail, order, techniques, limit)))

    def perft(self, depth: int) -> int:
        """The number of lines of this many plies."""
        return sum(self.divide(depth).values())

    def divide(self, depth: int) -> dict[str, int]:
        """The same by first move."""
        return dict(self._core.perft(whole(depth, "depth", 1, MAX_DEPTH)))

    def to_chess(self) -> Any:
        """The position as a ``chess.Board``, with the moves played; python-chess must be installed."""
        from ._chess import to_board

        return to_board(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def _identity(self) -> tuple[Any, ...]:
        return (self._game, self.text, self._game._root(self))

    def __hash__(self) -> int:
        return hash(self._identity())

    def __str__(self) -> str:
        board: str = self.view()["picture"]
        return board.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Position of {self._game.name}: {self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._game._pickled(self)

    def _repr_svg_(self) -> str:
        drawn = self._game._svg(self)
        if drawn is not None:
            return drawn
        board = self.board()
        return text_svg(str(self)) if board is None else board_svg(board, self.ending or "")


def replay(position: Position, moves: Iterable[str]) -> Position:
    """A position with the moves played, for pickling."""
    return position.play(*moves)


def _asked(limit: Limit, engine: Engine | None, usual_memory: int, **settings: Any) -> Asked:
    """The settings of a search. What is not given is taken from the engine, or is the usual."""
    usual: dict[str, Any] = {"memory": usual_memory}
    if engine is not None:
        if not hasattr(engine, "_core"):
            raise Problem(f"engine: {shown(engine)} is no engine; expected an rw.Engine", "an rw.Engine")
        usual = {name: getattr(engine, name) for name in ("memory", "threads", "techniques")}
    return Asked(limit, **usual | {name: value for name, value in settings.items() if value is not None})
