"""What is done with a row, by kind of job: a row goes in, one or more result rows come out. The engine is asked as anybody asks it,
with an empty table, so that a row depends on nothing but itself."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

from .._engine import Engine
from .._errors import InternalError, Problem
from .._games import GameLike, game, games
from .._limits import Limit
from .._results import Analysis, Iteration, Solution, Value
from .row import Row, Task
from .schema import columns_of

__all__ = ["Work", "game_of"]

Found = dict[str, Any]


def game_of(spec: str) -> GameLike:
    """A game by its name, or one in Python as ``module:Class``.

    >>> game_of("tic-tac-toe").name
    'tic-tac-toe'
    """
    module, _, name = spec.partition(":")
    if name.isidentifier() and module not in games() and all(part.isidentifier() for part in module.split(".")):
        try:
            found = importlib.import_module(module)
            if not hasattr(found, name):
                raise Problem(f"game: module {module} has no class {name}; expected module:Class", "module:Class")
            made = getattr(found, name)()
        except Problem:
            raise
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and error.name in (module, module.partition(".")[0]):
                return game(spec)
            raise Problem(f"game: {spec} cannot be opened ({sentence(error)}); expected a class that can be made", "module:Class") from None
        if not isinstance(made, GameLike):
            raise Problem(f"game: {spec} is no game; expected a subclass of rootward.Game", "a subclass of rootward.Game")
        return made
    return game(spec)


class Work:
    """A task with its game opened."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.columns = columns_of(task.kind)
        self.settings = task.settings
        # A game of chess is opened by its PGN.
        self.game = game_of(task.game)
        self._of: Callable[[Row], list[Found]] = getattr(self, f"_{task.kind}")

    def rows(self, row: Row) -> list[list[Any]]:
        """The result rows of a row. A failure is a row with its error: the ones after it go on."""
        began = time.perf_counter()
        try:
            found = self._of(row)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001 - rules in Python may raise anything; the row says what
            found = [{"error": sentence(error)}]
        micros = round(1e6 * (time.perf_counter() - began))
        return [self.row(row, each, micros) for each in found]

    def row(self, row: Row, found: Found, micros: int | None = None) -> list[Any]:
        """A result row with every column in its place."""
        text = row.text if self.task.kind != "annotate" else ""
        base = {"id": row.id, "game": self.task.game, "position": text, "micros": micros}
        return [(base | found).get(column) for column in self.columns]

    def _limit(self, row: Row) -> Limit:
        nodes = row.nodes or self.settings.get("nodes")
        seconds, most = self.settings.get("time"), self.settings.get("row_time")
        # A row of `annotate` is a game: its ceiling is not that of a position, and the process that watches keeps it.
        if self.task.kind != "annotate" and most is not None and (seconds is None or seconds > most):
            seconds = most
        return Limit(self.settings.get("depth"), nodes, seconds)

    def _solve(self, row: Row) -> list[Found]:
        limit = self._limit(row)
        solution = self.game.position(row.text).solve(
            limit,
            memory=self.settings["memory"],
            threads=self.settings["threads"],
            weak=self.settings.get("weak", False),
            whole_line=self.settings.get("whole_line", False),
            engine=self._engine(),
        )
        return [self._in_time(solution, solution_row(solution))]

    _book = _solve

    def _analyze(self, row: Row) -> list[Found]:
        analysis = self.game.position(row.text).analyze(
            self._limit(row),
            memory=self.settings["memory"],
            threads=self.settings["threads"],
            techniques=self.settings.get("techniques"),
            engine=self._engine(),
        )
        return [self._in_time(analysis, analysis_row(analysis))]

    def _engine(self) -> Engine | None:
        """A new engine without the book that comes along, where the job is not to use it; it begins with an empty table too."""
        return None if self.settings.get("use_book", True) else Engine(book=False)

    def _in_time(self, answer: Solution | Analysis, found: Found) -> Found:
        """The row; only its error if the ceiling of time, which no limit asked for, ended the search: such a result would depend on
        the machine."""
        most = self.settings.get("row_time")
        if most is None or answer.ended_by != "time" or (self.settings.get("time") or most + 1) <= most:
            return found
        return {"error": f"time: no result within {most:g} s"}

    def _annotate(self, row: Row) -> list[Found]:
        from .._sheets import annotate

        limit = self._limit(row)
        judged = annotate(_as_pgn(row.text), limit, memory=self.settings["memory"], threads=self.settings["threads"])
        if len(judged) != 1:
            raise Problem(f"{len(judged)} games in one row; expected one", "one game")
        if not judged[0].moves:
            # Every row of the input has one in the output at least.
            raise Problem("the game has no moves; expected one or more", "one or more moves")
        position, found = game("chess").start, list[Found]()
        start = _start_of(row.text)
        if start is not None:
            position = game("chess").position(start)
        for ply, move in enumerate(judged[0].moves, 1):
            found.append(move_row(row.id, ply, position.text, move))
            position = position.play(move["move"])
        return found

    def _match(self, row: Row) -> list[Found]:
        from .._match import match

        players = self.settings["players"]
        result = match(
            self.task.game, *players, games=2, openings=[row.text], seed=self.settings["seed"] + int(row.id),
            nodes=row.nodes or self.settings.get("nodes"), depth=self.settings.get("depth"),
            time=self.settings.get("time"), clock=self.settings.get("tc"), cpu_time=True,
        )  # fmt: skip
        one, other = result.games
        nodes = sum(spent["nodes"] for record in (one, other) for spent in record.get("spent", []))
        return [
            {
                "halves": one["halves"],
                "halves_reversed": other["halves"],
                "line": " ".join(one["moves"]),
                "line_reversed": " ".join(other["moves"]),
                "nodes": nodes,
            }
        ]


def sentence(error: BaseException) -> str:
    """An error as a row has it: its kind, unless it is bad input, and one line."""
    text = " ".join(str(error).split()) or type(error).__name__
    text = text if len(text) <= 500 else text[:499] + "…"
    if isinstance(error, Problem):
        return text
    if isinstance(error, InternalError):
        return f"panic: {text}"
    return f"{type(error).__name__}: {text}" if str(error) else type(error).__name__


def _score(value: Value | None) -> Found:
    if value is None:
        return {}
    return {"value": value.kind, "plies": value.plies, "points": value.points}


def solution_row(solution: Solution) -> Found:
    """The columns of a proof."""
    low, high = solution.at_least, solution.at_most
    found = _score(solution.value) | {
        "label": "proven" if solution.proven else "bound" if low or high else "unknown",
        "best": solution.best,
        "line": " ".join(solution.line) or solution.best,
        "nodes": solution.nodes,
    }
    if not solution.proven:
        found |= {"at_least": None if low is None else str(low), "at_most": None if high is None else str(high)}
    return found


def analysis_row(analysis: Iteration) -> Found:
    """The columns of an analysis."""
    found = _score(analysis.value) | {
        "label": "proven" if analysis.proven else "estimate",
        "best": analysis.best,
        "line": " ".join(analysis.line) or analysis.best,
        "nodes": analysis.nodes,
    }
    return found | _bound(analysis.bound, analysis.value, analysis.proven)


def _bound(bound: str, value: Value, proven: bool) -> Found:
    if bound == "exact":
        return {}
    return {bound: str(value), "label": "bound" if proven else "estimate"}


def move_row(game_id: str, ply: int, position: str, move: dict[str, Any]) -> Found:
    """The columns of a judged move. Values are those before the move, for White."""
    before = move["before"]
    value = Value(before["score"])
    return (
        {"id": f"{game_id}/{ply}", "ply": ply, "position": position, "move": move["move"], "mark": move["mark"]}
        | {"loss": move["loss"], "best": move["best"], "line": " ".join(move["line"])}
        | {"label": "proven" if before["proven"] else "estimate"}
        | _score(value)
        | _bound(before["bound"], value, before["proven"])
    )


def _as_pgn(text: str) -> str:
    """Text that is taken for a game, and not for the name of a file."""
    if "\n" not in text and not text.lstrip().startswith("["):
        text = '[Event "?"]\n\n' + text + "\n"
    return text


def _start_of(pgn: str) -> str | None:
    """The position a game starts from, if it is not the usual one."""
    for line in pgn.splitlines():
        if line.startswith('[FEN "') and line.rstrip().endswith('"]'):
            return line.strip()[6:-2]
    return None


def refusal(task: Task, row: Row, error: str) -> list[Any]:
    """The result row of a row that no process survived."""
    base: Found = {"id": row.id, "game": task.game, "position": row.text if task.kind != "annotate" else "", "error": shown_error(error)}
    return [base.get(column) for column in columns_of(task.kind)]


def shown_error(error: str) -> str:
    """An error on one line."""
    return " ".join(error.split())
