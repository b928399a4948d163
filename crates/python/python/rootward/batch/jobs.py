"""The jobs by name: `solve`, `analyze`, `annotate`, `match`, `book`, and `resume` for what was stopped."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, TypeVar

from .. import _rootward
from .._errors import Problem
from .._games import GameLike, NamedGame
from .._limits import Limit, limit_of, memory_of, refuse_unknown, seconds, shown, text_of, whole
from .._match import MatchPlan, checked_count, checked_test
from .cluster import Ray
from .dataset import rows_of
from .folder import JobFolder, lock
from .job import Job, Runner, start
from .local import Local
from .opening import openings
from .progress import Progress
from .row import Row
from .schema import columns_of
from .standings import Standings
from .work import game_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["analyze", "annotate", "book", "match", "resume", "runner", "solve"]

OnProgress = Callable[[Progress], object]
ROW_TIME = 600.0
"""Seconds after which a row gets its error, unless something else is asked for."""
ANALYZED_NODES = 100_000
PLAYED_NODES = 10_000


def runner(on: Runner | str | None, processes: int | None = None) -> Runner:
    """Where to run: ``"local"``, ``"ray"`` or ``"ray://host:port"``, or an object made before.

    >>> runner("local", 2)
    Local(2)
    """
    if on is None or on == "local":
        return Local(processes)
    if not isinstance(on, str):
        if not hasattr(on, "run"):
            raise Problem(f"on: {shown(on)} is no place to run; expected local, ray or ray://host:port", "local or ray")
        return on
    if processes is not None:
        raise Problem("processes: a cluster has as many as its nodes say; expected none with ray", "none with ray")
    if on == "ray":
        return Ray()
    host, colon, port = on.removeprefix("ray://").rpartition(":")
    if not on.startswith("ray://") or not host or not colon or not port.isdecimal():
        raise Problem(f"on: '{on}' is no place to run; expected local, ray or ray://host:port", "local, ray or ray://host:port")
    return Ray(f"{host}:{port}")


class JobOptions(TypedDict, total=False):
    """What every job may be told; `Options` has what holds where nothing is said."""

    row_memory: int | str | None
    format: str
    micros: bool
    part_rows: int | None
    on: Runner | str | None
    processes: int | None
    progress: OnProgress | None


class Options(NamedTuple):
    """What every job was told: a ceiling of memory for its rows, the files, the parts, and where it runs."""

    row_memory: int | str | None = None
    format: str = "parquet"
    micros: bool = False
    part_rows: int | None = None
    on: Runner | str | None = None
    processes: int | None = None
    progress: OnProgress | None = None


JobFunction = TypeVar("JobFunction", bound=Callable[..., Job])


def _lists_its_options(function: JobFunction) -> JobFunction:
    """Lets ``help`` show a job's options one by one."""
    own = inspect.signature(function)
    shown = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    for name, usual in Options._field_defaults.items():
        annotation = Options.__annotations__[name]
        # As the function's own are: as text.
        annotation = getattr(annotation, "__forward_arg__", annotation)
        shown.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=usual, annotation=annotation))
    setattr(function, "__signature__", own.replace(parameters=shown))
    return function


def _job(
    out: str | os.PathLike[str], kind: str, game: str, rows: Iterable[Row], settings: dict[str, Any], options: JobOptions
) -> Job:
    """Makes the job or opens it, and does what is missing."""
    refuse_unknown(kind, options, JobOptions)
    chosen = Options(**options)
    where = runner(chosen.on, chosen.processes)
    settings["row_memory"] = None if chosen.row_memory is None else memory_of(chosen.row_memory)
    with start(
        out, kind, game, rows, settings, format=chosen.format, micros=chosen.micros, part_rows=chosen.part_rows
    ) as job:
        return _completed(job, where, chosen.progress)


def _settings(limit: Limit, threads: Any, memory: Any, row_time: Any) -> dict[str, Any]:
    """The settings that every job has."""
    return {
        "nodes": limit.nodes,
        "depth": limit.depth,
        "time": limit.time,
        "threads": whole(threads, "threads", 1, 256),
        "memory": memory_of(memory),
        "row_time": None if row_time is None else seconds(row_time, "row_time"),
    }


def _named(game: GameLike | str) -> tuple[str, GameLike]:
    """The name of a game and the game: searching processes open it by its name."""
    if isinstance(game, str):
        return game, game_of(game)
    if isinstance(game, NamedGame) and game.weights is None:
        return game.name, game
    if isinstance(game, GameLike) and not isinstance(game, NamedGame):
        kind = type(game)
        name = f"{kind.__module__}:{kind.__qualname__}"
        if kind.__module__ != "__main__" and "." not in kind.__qualname__:
            return name, game
        raise Problem(f"game: {name} cannot be imported elsewhere; expected a class at the top of a module", "a class of a module")
    raise Problem(f"game: {shown(game)} is none that can be opened by name; expected a name", "a name")


@_lists_its_options
def solve(
    dataset: Any,
    game: GameLike | str,
    out: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    nodes: int | None = None,
    time: float | None = None,
    weak: bool = False,
    whole_line: bool = False,
    use_book: bool = True,
    threads: int = 1,
    memory: int | str = "64M",
    row_time: float | None = ROW_TIME,
    column: str | None = None,
    **options: Unpack[JobOptions],
) -> Job:
    """Proves what positions are worth, as far as the limits allow it, into the folder ``out``.

    The dataset is a file (.parquet, .csv, .jsonl, .epd, .txt), a list of positions, columns or a DataFrame; a column ``id`` names the
    rows, and a column ``nodes`` limits them one by one. Each row starts with an empty table, so that with limits of nodes and one thread
    it does not depend on where, in which part or beside what it ran. Asked for again, the job goes on where it stopped.
    """
    name, of = _named(game)
    wanted = limit_of(limit, None, nodes, time)
    if not wanted and of.can_repeat:
        raise Problem(f"{name}: no line need end in this game; expected a limit, such as nodes=100_000", "nodes=…")
    settings = _settings(wanted, threads, memory, row_time)
    settings |= {"weak": bool(weak), "whole_line": bool(whole_line), "use_book": bool(use_book)}
    rows = rows_of(dataset, column, _is_one_word(of))
    return _job(out, "solve", name, rows, settings, options)


@_lists_its_options
def analyze(
    dataset: Any,
    game: GameLike | str,
    out: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    techniques: str | None = None,
    use_book: bool = True,
    threads: int = 1,
    memory: int | str = "16M",
    row_time: float | None = ROW_TIME,
    column: str | None = None,
    **options: Unpack[JobOptions],
) -> Job:
    """Searches positions for their best moves. Without a limit, 100,000 nodes a position."""
    name, of = _named(game)
    wanted = limit_of(limit, depth, nodes, time) or Limit(nodes=ANALYZED_NODES)
    settings = _settings(wanted, threads, memory, row_time)
    settings |= {"techniques": text_of(techniques, "techniques"), "use_book": bool(use_book)}
    if techniques is not None:
        # Techniques that are none are refused here, and not by every row.
        of.start.analyze(nodes=1, techniques=techniques)
    rows = rows_of(dataset, column, _is_one_word(of))
    return _job(out, "analyze", name, rows, settings, options)


@_lists_its_options
def annotate(
    dataset: Any,
    out: str | os.PathLike[str],
    limit: Limit | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    threads: int = 1,
    memory: int | str = "16M",
    row_time: float | None = None,
    column: str | None = None,
    **options: Unpack[JobOptions],
) -> Job:
    """Judges every move of games of chess: a row of work is a game, a row of the result is a move. Without a limit, 100,000 nodes a
    position. The limits are those of a position, ``row_time`` is that of a game. The dataset is a .pgn file, or has a column ``pgn``."""
    wanted = limit_of(limit, depth, nodes, time) or Limit(nodes=ANALYZED_NODES)
    settings = _settings(wanted, threads, memory, row_time)
    rows = rows_of(dataset, column)
    return _job(out, "annotate", "chess", rows, settings, options)


@_lists_its_options
def match(
    game: GameLike | str,
    *players: str,
    out: str | os.PathLike[str],
    games: int = 1000,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | None = None,
    tc: str | None = None,
    clock: str | None = None,
    sprt: Sequence[float] | None = None,
    dataset: Any = None,
    plies: int | None = None,
    seed: int = 1,
    row_time: float | None = None,
    column: str | None = None,
    **options: Unpack[JobOptions],
) -> Job:
    """Plays a match between two players: a row is a pair of games with one opening and either side. ``job.outcome`` has the standings.

    The limits are nodes and depth a move, 10,000 nodes without any; or, with ``clock="cpu"``, CPU time: ``time`` seconds a move, or a
    time control ``tc`` such as ``"1+0.01"``. Processes that share a machine have no fair wall clock, and it is refused. With
    ``sprt=(elo0, elo1)`` pairs are counted in their order until the test decides; the rest is cancelled, and the result does not depend
    on which pair was finished first. ``dataset`` are openings, used again and again if there are fewer than pairs.
    """
    name, of = _named(game)
    if not isinstance(of, NamedGame):
        raise Problem(f"{name}: its rules are in Python; expected one of rootward's games", "one of rootward's games")
    if len(players) != 2 or not all(isinstance(player, str) for player in players):
        raise Problem(f"{len(players)} players; expected two, as text", "two, as text")
    _refuse_wall_clock(players, clock, tc is not None or time is not None)
    count = checked_count(games)
    limit = limit_of(None, depth, nodes, time)
    if not limit and tc is None:
        limit = Limit(nodes=PLAYED_NODES)
    settings = _settings(limit, 1, "64M", row_time) | {"tc": text_of(tc, "tc")}
    settings |= {"players": list(players), "seed": whole(seed, "seed", 0, 2**62), "sprt": None if sprt is None else list(checked_test(sprt))}
    given = [row.text for row in rows_of(dataset, column, _is_one_word(of))] if dataset is not None else None
    if given == []:
        raise Problem("openings: there are none; expected one or more", "one or more")
    starts = given or openings(of, count // 2, None if plies is None else whole(plies, "plies", 0, 200), settings["seed"])
    # Players and time controls that are none are refused here, and not by every row; an opening that is none is a row with an error.
    MatchPlan(name, *players, games=2, openings=[of.start.text], clock=tc, cpu_time=True).count([])
    rows = (Row(str(number), starts[number % len(starts)]) for number in range(count // 2))
    return _job(out, "match", name, rows, settings, options)


@_lists_its_options
def book(
    game: GameLike | str,
    plies: int,
    out: str | os.PathLike[str],
    *,
    memory: int | str = "64M",
    row_time: float | None = None,
    **options: Unpack[JobOptions],
) -> Job:
    """Builds an opening book: the positions after ``plies`` plies are solved, without the book that comes along, and the book is made of
    their values, in ``job.outcome["book"]``."""
    name, of = _named(game)
    if not isinstance(of, NamedGame):
        raise Problem(f"{name}: its rules are in Python; expected one of rootward's games", "one of rootward's games")
    count = whole(plies, "plies", 1, 40)
    settings = _settings(Limit(), 1, memory, row_time) | {"plies": count, "use_book": False}
    rows = (Row(str(number), text) for number, text in enumerate(of._base.book_positions(count)))
    return _job(out, "book", name, rows, settings, options)


def resume(
    out: str | os.PathLike[str],
    *,
    on: Runner | str | None = None,
    processes: int | None = None,
    progress: OnProgress | None = None,
) -> Job:
    """Goes on with the job in a folder, without its input; does nothing if it is finished."""
    path = Path(out)
    if not JobFolder.exists(path):
        raise Problem(f"'{path}' holds no job; expected the folder of one", "the folder of a job")
    held = lock(path)
    try:
        job = Job(JobFolder.open(path))
        if job.manifest.version != _rootward.__version__:
            raise Problem(
                f"job '{path}' is one of rootward {job.manifest.version}, and this is {_rootward.__version__}; expected the same",
                "the same version",
            )
        return _completed(job, runner(on, processes), progress)
    finally:
        held.close()


def _completed(job: Job, on: Runner, progress: OnProgress | None) -> Job:
    """Does what is missing of a job, and what its kind makes of the rows."""
    if job.kind == "match":
        return _played(job, on, progress)
    job.run(on, progress)
    return _assembled(job) if job.kind == "book" else _finished(job)


def _finished(job: Job) -> Job:
    job.write_summary()
    return job


def _is_one_word(game: GameLike) -> bool:
    """Whether a position of this game is one word, so that more may stand on its line."""
    return isinstance(game, NamedGame) and not game._drawn and " " not in game.start.text and " " not in game.example


TIMED = ("tc", "movetime")
"""The settings of a player that are times."""


def _refuse_wall_clock(players: Iterable[str], clock: str | None, is_timed: bool) -> None:
    """`Problem` for times that are not CPU time, and for programs, which need not be on the other machines."""
    if clock not in (None, "cpu"):
        raise Problem(f"clock: {shown(clock)} is none for shared machines, which have no fair wall clock; expected cpu", "cpu")
    words = [(player, word) for player in players for word in player.split()]
    for player, word in words:
        if word.startswith(("uci:", "xboard:", "cecp:")):
            raise Problem(f"player '{player}': programs are not played in jobs; expected one of the engine's own settings", "own settings")
    timed = [f"player '{player}': '{word}'" for player, word in words if word.partition("=")[0] in TIMED]
    if clock is None and (is_timed or timed):
        what = timed[0] if timed else "match: a time"
        raise Problem(f"{what} on shared machines, which have no fair wall clock; expected nodes, depth, or clock=cpu", "clock=cpu")


def _played(job: Job, on: Runner, progress: OnProgress | None) -> Job:
    """Runs a match until it is over or decided, counting pairs in their order."""
    settings = job.manifest.settings
    count = Standings(settings["sprt"])
    results = _Ordered(job)

    def decide(_: Job) -> bool:
        for pair in results:
            count.add(pair)
        return count.is_decided

    job.run(on, progress, decide)
    decide(job)
    job.outcome = {"players": settings["players"], "match": count.data()}
    return _finished(job)


class _Ordered:
    """The pairs of the parts that are finished without a gap before them, each once."""

    def __init__(self, job: Job) -> None:
        self._job, self._next = job, 0

    def __iter__(self) -> Iterator[tuple[int, int] | None]:
        columns = columns_of("match")
        one, other = columns.index("halves"), columns.index("halves_reversed")
        while self._next in self._job._folder.done:
            for row in self._job._folder.part(self._next):
                yield None if row[one] is None else (row[one], row[other])
            self._next += 1


def _assembled(job: Job) -> Job:
    """Makes the book from the values of its positions."""
    import json

    values = list[int]()
    for row in job.rows():
        if row["label"] != "proven" or row["value"] not in ("win", "draw", "loss"):
            said = row["error"] or "its value is not proven"
            raise RuntimeError(f"book: position {row['position']!r} is not solved ({said}); the rows are in '{job.path}'")
        values.append({"win": 1, "draw": 0, "loss": -1}[row["value"]] * (row["plies"] or 0))
    settings = job.manifest.settings
    target = job.path / f"{job.manifest.game.replace(':', '-')}-{settings['plies']}.book"
    made = target.with_name(target.name + ".tmp")
    made.unlink(missing_ok=True)
    info = game_of(job.manifest.game)._base.assemble_book(settings["plies"], values, str(made))
    # Asked for again, it is the same book, and the file that is there stays as it is.
    if target.is_file() and target.read_bytes() == made.read_bytes():
        made.unlink()
    else:
        made.replace(target)
    job.outcome = {"book": str(target), "info": json.loads(info)}
    return _finished(job)
