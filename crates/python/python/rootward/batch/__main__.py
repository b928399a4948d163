"""``rootward batch``, or ``python -m rootward.batch``."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .. import _rootward
from .._errors import Problem
from .cluster import ClusterLost
from .folder import JobFolder
from .format import FORMATS
from .job import Job
from .jobs import ROW_TIME, analyze, annotate, book, match, resume, solve
from .plan import plan
from .progress import Printed, clock, short

__all__ = ["main"]

EPILOG = """\
A job's folder holds one job. The same command goes on where it was stopped, and changes nothing once it is finished.
Exit codes: 0 finished, 1 something is missing (the same command goes on), 2 bad input, 130 stopped by Ctrl-C.
The manual is docs/cluster.md."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, **more: Any) -> None:
        # What is short for an option today may be short for two tomorrow.
        super().__init__(**more | {"allow_abbrev": False})
        # No option begins with a number: -5,0 is a test.
        self._negative_number_matcher = re.compile(r"-[.\d]")

    def error(self, message: str) -> NoReturn:
        """One sentence, and where to read more if it does not say what was expected."""
        expected = "" if "expected" in message.partition(":")[2] else f"; expected what '{self.prog} --help' says"
        self.exit(2, f"error: {message}{expected}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="rootward batch", description="Jobs of many rows, on this machine or on a Ray cluster.", epilog=EPILOG,
                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    jobs = parser.add_subparsers(dest="job", required=True, metavar="JOB", parser_class=_Parser)
    for name, about in (("solve", "prove the values of positions"), ("analyze", "search positions for their best moves")):
        one = jobs.add_parser(name, help=about, description=about)
        one.add_argument("game", help="the game, such as connect-four, or module:Class of one in Python")
        _input(one, required=True)
        _limits(one, memory="64M" if name == "solve" else "16M")
        if name == "solve":
            one.add_argument("--weak", action="store_true", help="only who wins, not how soon")
            one.add_argument("--whole-line", action="store_true", help="best play to the end of the game")
        else:
            one.add_argument("--depth", type=int, metavar="N", help="plies of a row")
            one.add_argument("--techniques", metavar="LIST", help="techniques of the engine")
        one.add_argument("--no-book", dest="use_book", action="store_false", help="without the opening book that comes along")
        _usual(one)
    one = jobs.add_parser("annotate", help="judge the moves of chess games", description="judge the moves of chess games")
    _input(one, required=True)
    _limits(one, memory="16M")
    one.add_argument("--depth", type=int, metavar="N", help="plies of a position")
    _usual(one, row_time=None)
    one = jobs.add_parser("match", help="play a match in pairs of games", description="play a match in pairs of games")
    one.add_argument("game", help="the game, such as connect-four")
    one.add_argument("--engine", action="append", required=True, metavar="TEXT", help="a player, as 'rootward match' has it; twice")
    one.add_argument("--games", type=int, default=1000, metavar="N", help="an even number (1000)")
    one.add_argument("--nodes", type=_count, metavar="N", help="nodes of a move, 10,000 without another limit")
    one.add_argument("--depth", type=int, metavar="N", help="plies of a move")
    one.add_argument("--tc", metavar="CONTROL", help="a time control such as 1+0.01, by CPU time: with --clock cpu")
    one.add_argument("--time", type=_time, metavar="S", help="seconds of a move, by CPU time: with --clock cpu")
    one.add_argument("--clock", metavar="cpu", help="times are CPU time; shared machines have no fair wall clock")
    one.add_argument("--sprt", type=_numbers, metavar="ELO0,ELO1", help="stop when this test decides; perhaps with its two errors")
    one.add_argument("--plies", type=int, metavar="N", help="random plies of an opening")
    one.add_argument("--seed", type=int, default=1, metavar="N", help="of openings and players (1)")
    _input(one, required=False)
    _usual(one, row_time=None)
    one = jobs.add_parser("book", help="build an opening book", description="build an opening book")
    one.add_argument("game", help="the game, such as connect-four")
    one.add_argument("--plies", type=int, required=True, metavar="N", help="the depth of the book")
    one.add_argument("--memory", default="64M", metavar="SIZE", help="table of a row (64M)")
    _usual(one, row_time=None)
    one = jobs.add_parser("resume", help="go on with a job, without its input", description="go on with a job, without its input")
    one.add_argument("out", metavar="DIR")
    _where(one)
    one = jobs.add_parser("export", help="all rows of a job in one file", description="all rows of a job in one file")
    one.add_argument("out", metavar="DIR")
    one.add_argument("file", help="a .parquet, .csv or .jsonl file")
    one.add_argument("--force", action="store_true", help="replace a file that already exists")
    one.add_argument("--json", action="store_true", help="what was written as JSON")
    one = jobs.add_parser("plan", help="how long a larger job would take", description="how long a larger job would take")
    one.add_argument("out", metavar="DIR", help="a finished job of the same kind")
    one.add_argument("--rows", type=_count, required=True, metavar="N", help="of the larger job")
    one.add_argument("--cores", type=int, required=True, metavar="N", help="that it would run on")
    one.add_argument("--failures", type=float, default=0.001, metavar="P", help="the share of parts that lose their machine (0.001)")
    one.add_argument("--seed", type=int, default=1, metavar="N", help="of the simulation (1)")
    one.add_argument("--json", action="store_true", help="the plan as JSON")
    one = jobs.add_parser("node", help="start a node of a Ray cluster", description="start a node of a Ray cluster that asks no outside host")
    one.add_argument("address", metavar="HOST:PORT", help="the address of the head")
    one.add_argument("--head", action="store_true", help="be the head")
    one.add_argument("--ip", metavar="ADDRESS", help="this machine's address; that of the head on the head")
    one.add_argument("--cpus", type=int, metavar="N", help="how many parts run here at once")
    one.add_argument("--block", action="store_true", help="stay in the foreground")
    one.add_argument("--dashboard", action="store_true", help="with Ray's dashboard, which 'ray list tasks' asks; needs ray[default]")
    return parser


def _input(one: argparse.ArgumentParser, required: bool) -> None:
    one.add_argument("--input", required=required, metavar="FILE", help=".parquet, .csv, .jsonl, .epd, .txt or .pgn")
    one.add_argument("--column", metavar="NAME", help="the column of positions")


def _limits(one: argparse.ArgumentParser, memory: str) -> None:
    one.add_argument("--nodes", type=_count, metavar="N", help="nodes of a row: the same result everywhere")
    one.add_argument("--time", type=_time, metavar="S", help="seconds of a row: results that depend on the machine")
    one.add_argument("--threads", type=int, default=1, metavar="N", help="threads of a row (1)")
    one.add_argument("--memory", default=memory, metavar="SIZE", help=f"table of a row ({memory})")


def _where(one: argparse.ArgumentParser) -> None:
    one.add_argument("--on", default="local", metavar="WHERE", help="local, ray or ray://host:port")
    one.add_argument("--processes", type=int, metavar="N", help="local processes; all cores without it")
    one.add_argument("--json", action="store_true", help="the summary as JSON")
    one.add_argument("--quiet", action="store_true", help="no progress")


def _usual(one: argparse.ArgumentParser, row_time: float | None = ROW_TIME) -> None:
    one.add_argument("--out", required=True, metavar="DIR", help="the folder of the job")
    usual = "" if row_time is None else f" ({row_time:g})"
    one.add_argument("--row-time", type=_time, default=row_time, metavar="S", help=f"after so many seconds a row gets an error{usual}")
    one.add_argument("--row-memory", metavar="SIZE", help="a row that makes its process larger gets an error")
    one.add_argument("--format", default="parquet", choices=FORMATS, help="of the files with results (parquet)")
    one.add_argument("--micros", action="store_true", help="fill the column of times, which differs from run to run")
    one.add_argument("--part-rows", type=int, metavar="N", help="rows of a part, instead of parts of even cost")
    _where(one)


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no test; expected two differences in Elo such as 0,5") from None


def _count(text: str) -> int:
    """A count as the other commands read it: 100k, 10M."""
    try:
        return _rootward.read_count(text)
    except Problem as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _time(text: str) -> float:
    """A time as the other commands read it: 2, 500ms, 1m."""
    try:
        return _rootward.read_time(text)
    except Problem as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


_FUNCTIONS: dict[str, Callable[..., Job]] = {
    "solve": solve, "analyze": analyze, "annotate": annotate, "match": match, "book": book, "resume": resume,
}  # fmt: skip


def _run(options: dict[str, Any]) -> int:
    name, as_json = options.pop("job"), options.pop("json", False)
    if name == "node":
        from .node import start_node

        return start_node(**options)
    if name == "export":
        return _export(Path(options["out"]), Path(options["file"]), options["force"], as_json)
    if name == "plan":
        report = plan(**options)
        print(json.dumps(report.data()) if as_json else report)
        return 0
    printed = None if options.pop("quiet") else Printed()
    try:
        job = _asked(name, options, printed)
    finally:
        if printed is not None:
            printed.end()
    print(json.dumps(job.summary()) if as_json else summary_text(job))
    return 0


def _export(out: Path, file: Path, force: bool, as_json: bool) -> int:
    """Writes the rows of a job into one file; exit code 1 if the job is not finished."""
    folder = JobFolder.open(out)
    if file.exists() and not force:
        raise Problem(f"the file '{file}' already exists; expected another name, or --force to replace it", "another name, or --force to replace it")
    count, missing = Job(folder).export(file), len(folder.missing())
    # A match that a test has decided is finished without its other parts: the summary is written at the end.
    is_finished = not missing or (out / "summary.json").is_file()
    print(json.dumps({"file": str(file), "rows": count, "finished": is_finished}) if as_json else f"{count:,} rows in {file}")
    if not is_finished:
        print(f"error: {missing:,} parts of the job are missing; 'rootward batch resume {out}' goes on", file=sys.stderr)
    return 0 if is_finished else 1


def _asked(name: str, options: dict[str, Any], progress: Printed | None) -> Job:
    if name == "match":
        players = options.pop("engine")
        options["dataset"] = options.pop("input")
        return match(options.pop("game"), *players, progress=progress, **options)
    if "input" in options:
        options["dataset"] = options.pop("input")
    return _FUNCTIONS[name](progress=progress, **options)


def summary_text(job: Job) -> str:
    """The summary in a few lines."""
    data = job.summary()
    parts = f"{data['parts_done']:,} part{'' if data['parts_done'] == 1 else 's'}"
    lines = [
        f"{data['rows_done']:,} of {data['rows']:,} rows in {parts}, {data['failures']:,} failed",
        # Not every kind of job counts them.
        (f"{data['nodes']:,} nodes in " if data["nodes"] else "") + f"{clock(data['cpu_seconds'])} of CPU time"
        + (f", {short(data['rows_per_core_hour'])} rows per core-hour" if data["rows_per_core_hour"] else ""),
        f"rows: {job.path / 'rows'}",
    ]
    if "match" in data:
        found = data["match"]
        elo = "" if found["elo"] is None else f", Elo {found['elo']:+.1f}"
        elo += "" if found["elo_error"] is None else f" ± {found['elo_error']:.1f}"
        lines.insert(0, f"+{found['wins']} ={found['draws']} −{found['losses']}{elo}; pairs {found['pairs']}")
        if found["sprt"] is not None:
            lines.insert(1, f"SPRT: {found['sprt']['decision']} (log-likelihood ratio {found['sprt']['llr']:.2f})")
    if "book" in data:
        lines.append(f"book: {data['book']}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    options = vars(_parser().parse_args(arguments))
    out, on = options.get("out"), options.get("on")
    try:
        return _run(options)
    except Problem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped{_goes_on(out)}", file=sys.stderr)
        return 130
    except ClusterLost as lost:
        print(f"error: {lost}. What is finished is kept: 'rootward batch resume {out} --on {on}' goes on", file=sys.stderr)
        return 1
    except OSError as error:
        what = f"'{error.filename}': {error.strerror}" if error.filename else error.strerror or error
        print(f"error: {what}{_goes_on(out)}", file=sys.stderr)
        return 1
    except RuntimeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


def _goes_on(out: str | None) -> str:
    """How to go on, if there is a job already."""
    return f"; 'rootward batch resume {out}' goes on" if out is not None and JobFolder.exists(Path(out)) else ""


if __name__ == "__main__":
    sys.exit(main())
