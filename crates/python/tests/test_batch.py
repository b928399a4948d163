"""Jobs of many rows on local processes. Those on Ray are tried by .ci/ray, with the same files."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import rootward as rw
from rootward.batch import schema
from rootward.batch.__main__ import main
from rootward.batch.cut import Prices, cut
from rootward.batch.dataset import epd_row, rows_of
from rootward.batch.format import encode, read
from rootward.batch.manifest import Manifest
from rootward.batch.row import Row
from rootward.batch.standings import Standings

POSITIONS = ["44444", "1122334", "4453", "8", "2252576253462244111563365343671351441", "", "x y"]


def small(folder: Path, **more: Any) -> rw.batch.Job:
    asked: dict[str, Any] = {"nodes": 2000, "format": "csv", "processes": 2, "part_rows": 2} | more
    return rw.batch.solve(asked.pop("dataset", POSITIONS), "connect-four", folder, **asked)


def test_a_row_is_what_the_library_says(tmp_path: Path) -> None:
    job = small(tmp_path / "a")
    table = rw.solve_many("connect-four", POSITIONS, nodes=2000, memory="64M")
    rows = list(job.rows())
    assert [row["id"] for row in rows] == [str(number) for number in range(len(POSITIONS))]
    for name in ("value", "plies", "best", "nodes"):
        assert [row[name] for row in rows] == table[name], name
    assert [row["error"] is None for row in rows] == [error is None for error in table["error"]]
    assert [row["label"] == "proven" for row in rows] == [bool(proven) for proven in table["proven"]]
    assert job.summary()["failures"] == 2 and job.summary()["finished"] is True
    assert all(row["micros"] is None for row in rows)


def test_what_is_not_proven_has_its_bounds(tmp_path: Path) -> None:
    row = next(iter(small(tmp_path / "a", dataset=["5554224333234511764415115"], nodes=50).rows()))
    assert row["label"] == "bound" and row["value"] is None
    assert row["at_least"].startswith("loss") and row["at_most"].startswith("win")


def test_asking_twice_changes_nothing(tmp_path: Path) -> None:
    first = small(tmp_path / "a")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (*first.files, tmp_path / "a" / "done.jsonl")}
    second = small(tmp_path / "a", processes=1)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in before} == before
    assert second.summary() == first.summary() == rw.batch.resume(tmp_path / "a").summary()


def test_another_job_is_refused(tmp_path: Path) -> None:
    small(tmp_path / "a")
    for more, word in (({"nodes": 1}, "nodes"), ({"dataset": ["4"] * 7}, "input"), ({"weak": True}, "weak"), ({"format": "jsonl"}, "format")):
        with pytest.raises(rw.Problem, match=f"its {word} is"):
            small(tmp_path / "a", **more)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("mine")
    with pytest.raises(rw.Problem, match="holds no job"):
        small(tmp_path / "full")


def test_results_do_not_depend_on_parts_processes_or_order(tmp_path: Path) -> None:
    rows = [(str(number), text) for number, text in enumerate(random_positions(60))]
    shuffled = random.Random(1).sample(rows, len(rows))
    prints = {
        small(tmp_path / name, dataset=dataset, part_rows=size, processes=processes).fingerprint()
        for name, dataset, size, processes in (("a", rows, 1, 2), ("b", rows, 60, 1), ("c", shuffled, 7, 2))
    }
    assert len(prints) == 1


def random_positions(count: int, plies: int = 14) -> list[str]:
    from rootward.batch.opening import openings

    return openings(rw.game("connect-four"), count, plies, 3)


def test_a_broken_part_is_done_again_and_the_others_are_not(tmp_path: Path) -> None:
    job = small(tmp_path / "a")
    whole = job.fingerprint()
    kept = {path: path.stat().st_mtime_ns for path in job.files}
    damaged, lost = job.files[0], job.files[2]
    damaged.write_bytes(damaged.read_bytes()[:-1])
    lost.unlink()
    # A kill while a record was written.
    with (tmp_path / "a" / "done.jsonl").open("ab") as file:
        file.write(b'{"part": 1, "sha')
    again = small(tmp_path / "a")
    assert again.fingerprint() == whole
    assert [path for path in again.files if path.stat().st_mtime_ns != kept[path]] == [damaged, lost]


def test_one_process_at_a_time(tmp_path: Path) -> None:
    from rootward.batch.folder import lock

    small(tmp_path / "a")
    held = lock(tmp_path / "a")
    with pytest.raises(rw.Problem, match="another process"):
        small(tmp_path / "a")
    held.close()


def test_rows_that_fail_in_every_way_cost_only_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    traps = {3: "KeyError", 5: "panic: this is a test", 8: "SIGABRT", 11: "time: no result within 1 s", 12: "MemoryError", 14: "exit code 7"}
    heaps = dict(zip(traps, (100, 101, 102, 103, 104, 105), strict=True))
    dataset = [f"(0, {heaps.get(number, number)})" for number in range(1, 18)] + ["junk"]
    job = rw.batch.solve(dataset, "games_that_fail:Countdown", tmp_path / "a", nodes=5000, row_time=1.0, processes=2, format="jsonl")
    for number, row in enumerate(job.rows(), 1):
        if number in traps:
            assert row["value"] is None and traps[number] in row["error"], row
        elif number == 18:
            assert "junk" in row["error"]
        else:
            assert row["error"] is None and row["value"] == ("loss" if number % 3 == 0 else "win"), row
    assert job.summary()["failures"] == 7


def test_a_row_that_never_ends_is_stopped_by_the_search_itself(tmp_path: Path) -> None:
    began = time.monotonic()
    job = rw.batch.solve(["", "1122334"], "connect-four:8x7", tmp_path / "a", row_time=0.3, processes=1, format="csv")
    rows = list(job.rows())
    assert job.summary()["restarts"] == 0 and time.monotonic() - began < 60
    assert [row["error"] for row in rows] == ["time: no result within 0.3 s", None] and rows[1]["value"] == "loss"


def test_a_killed_job_goes_on(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("\n".join(random_positions(400, 10)))
    command = [sys.executable, "-m", "rootward.batch", "solve", "connect-four", "--input", str(tmp_path / "in.txt")]
    command += ["--out", str(tmp_path / "a"), "--nodes", "20000", "--format", "jsonl", "--part-rows", "5", "--processes", "1", "--quiet"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    victim = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    done = tmp_path / "a" / "done.jsonl"
    while not done.exists() or done.read_bytes().count(b"\n{") < 3:
        assert victim.poll() is None
        time.sleep(0.01)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    finished = {path: path.stat().st_mtime_ns for path in (tmp_path / "a" / "rows").glob("*.jsonl")}
    assert 0 < len(finished) < 80
    recorded = done.read_bytes().count(b'"sha256"')
    told = subprocess.run([*command, "--json"], env=environment, stdout=subprocess.PIPE, check=True).stdout
    assert json.loads(told)["rows_done"] == 400
    again = [path for path in finished if path.stat().st_mtime_ns != finished[path]]
    assert len(finished) - len(again) >= recorded
    whole = small(tmp_path / "b", dataset=str(tmp_path / "in.txt"), nodes=20000, part_rows=None, format="csv")
    from rootward.batch.folder import JobFolder
    from rootward.batch.job import Job

    assert Job(JobFolder.open(tmp_path / "a")).fingerprint() == whole.fingerprint()


def test_rows_have_limits_of_their_own(tmp_path: Path) -> None:
    dataset = {"position": ["5554224333234511764415115"] * 2, "nodes": [50, None], "id": ["little", "much"]}
    rows = list(small(tmp_path / "a", dataset=dataset, nodes=100_000).rows())
    assert [(row["id"], row["label"]) for row in rows] == [("little", "bound"), ("much", "proven")] and rows[0]["nodes"] <= 50


def test_analyze_and_annotate(tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_text('6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id "back rank";\n')
    (row,) = rw.batch.analyze(tmp_path / "a.epd", "chess", tmp_path / "a", nodes=500, format="csv", processes=1).rows()
    assert (row["id"], row["best"], row["value"], row["plies"], row["label"]) == ("back rank", "Re8#", "win", 1, "proven")
    (tmp_path / "b.pgn").write_text(
        '[Event "a"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event "b"]\n\n1. e4 Qxf9 *\n\n[Event "c"]\n\n1. e4 *\n\n[Event "d"]\n\n*\n'
    )
    job = rw.batch.annotate(tmp_path / "b.pgn", tmp_path / "b", nodes=500, format="csv", processes=1)
    rows = list(job.rows())
    assert [row["id"] for row in rows] == ["0/1", "0/2", "0/3", "0/4", "1", "2/1", "3"]
    assert "no moves" in rows[6]["error"] and "/tmp" not in rows[4]["error"] + rows[6]["error"]
    assert rows[3]["move"] == "Qh4#" and rows[3]["label"] == "proven" and rows[2]["mark"] == "??" and rows[4]["error"]
    assert rows[1]["position"].startswith("rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b")


def test_a_match_is_its_pairs_and_the_test_decides(tmp_path: Path) -> None:
    players = ("name=strong nodes=3000", "name=weak nodes=20")
    job = rw.batch.match("connect-four", *players, out=tmp_path / "a", games=400, sprt=(0, 100), processes=2, part_rows=2, format="csv")
    found = job.outcome["match"]
    assert found["sprt"]["decision"] == "h1" and job.is_decided and job.summary()["parts_done"] < job.summary()["parts"]
    assert sum(found["pairs"]) == (found["wins"] + found["draws"] + found["losses"]) / 2
    again = rw.batch.match("connect-four", *players, out=tmp_path / "b", games=400, sprt=(0, 100), processes=1, part_rows=3, format="csv")
    assert again.outcome["match"] == found
    assert rw.batch.resume(tmp_path / "a").outcome["match"] == found
    # The first pair is the one that the library plays.
    row = next(iter(job.rows()))
    alone = rw.match("connect-four", *players, games=2, openings=[row["position"]], seed=1)
    assert [game["halves"] for game in alone.games] == [row["halves"], row["halves_reversed"]]


@pytest.mark.parametrize(
    ("player", "asked", "said"),
    [
        ("tc=1+0", {}, "no fair wall clock"),
        ("movetime=10ms", {}, "no fair wall clock"),
        ("name=a", {"tc": "1+0.01"}, "no fair wall clock"),
        ("name=a", {"time": 0.1}, "no fair wall clock"),
        ("name=a", {"tc": "1+0.01", "clock": "wall"}, "no fair wall clock"),
        ("uci:/usr/bin/stockfish", {}, "programs are not played"),
        ("name=a", {"tc": "soon", "clock": "cpu"}, "soon"),
        ("colour=red", {}, "colour"),
    ],
)
def test_matches_that_cannot_be_played_are_refused(tmp_path: Path, player: str, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(rw.Problem, match=said):
        rw.batch.match("chess", player, "name=b nodes=10", out=tmp_path / "a", **asked)
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("asked", [{"tc": "0.2+0.01"}, {"time": 0.005}])
def test_matches_by_cpu_time(tmp_path: Path, asked: dict[str, Any]) -> None:
    players = ("name=a", "name=b nodes=50")
    job = rw.batch.match("connect-four", *players, out=tmp_path / "a", games=8, clock="cpu", processes=2, part_rows=1, format="csv", **asked)
    assert job.summary()["failures"] == 0 and sum(job.outcome["match"]["pairs"]) == 4
    # The one with more time searches more than 50 nodes a move: 40 moves of his opponent's are 2,000.
    assert sum(row["nodes"] for row in job.rows()) > 20_000
    assert rw.batch.resume(tmp_path / "a").outcome == job.outcome


STOPPED = """
import json, sys, rootward as rw
print("begun", flush=True)
played = rw.match("connect-four:8x7", "name=a", "name=b", games=2, clock="1+0.01", cpu_time=sys.argv[1] == "cpu")
print(json.dumps([game["ending"] for game in played.games]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="CPU time is read on Linux")
@pytest.mark.parametrize("clock", ["cpu", "wall"])
def test_cpu_time_stands_still_while_a_process_is_stopped(clock: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    playing = subprocess.Popen([sys.executable, "-c", STOPPED, clock], env=environment, stdout=subprocess.PIPE)
    assert playing.stdout is not None and playing.stdout.readline() == b"begun\n"
    time.sleep(0.2)
    playing.send_signal(signal.SIGSTOP)
    time.sleep(3)
    playing.send_signal(signal.SIGCONT)
    endings = json.loads(playing.communicate(timeout=60)[0])
    assert ("time" in json.dumps(endings)) == (clock == "wall"), endings


def test_the_test_is_that_of_the_program() -> None:
    played = rw.match("connect-four", "nodes=200", "name=b nodes=100", games=20, seed=3, sprt=(0, 10))
    count = Standings((0, 10))
    for one, other in zip(played.games[::2], played.games[1::2], strict=True):
        count.add((one["halves"], other["halves"]))
    assert count.data()["sprt"] == played.data["sprt"] and count.data()["pairs"] == played.data["pairs"]


@pytest.mark.parametrize("test", ["-5,0", "0,100,0.1,0.2", "-.5,.5"])
def test_a_test_may_begin_below_zero_and_have_errors_of_its_own(tmp_path: Path, test: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "tic-tac-toe", "--engine", "name=a depth=1", "--engine", "name=b depth=1", "--games", "2", "--format", "csv"]
    assert main([*command, "--sprt", test, "--out", str(tmp_path / "a"), "--processes", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["match"]["sprt"]
    asked = [float(number) for number in test.split(",")]
    assert [found[name] for name in ("elo0", "elo1", "alpha", "beta")] == (asked + [0.05, 0.05])[:4]


def test_numbers_are_read_as_the_other_commands_read_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in.txt").write_text("4453\n")
    command = ["solve", "connect-four", "--input", str(tmp_path / "in.txt"), "--format", "csv", "--processes", "1", "--quiet"]
    assert main([*command, "--out", str(tmp_path / "a"), "--nodes", "2k", "--time", "30s", "--row-time", "1m"]) == 0
    settings = json.loads((tmp_path / "a" / "job.json").read_text())["settings"]
    assert (settings["nodes"], settings["time"], settings["row_time"]) == (2000, 30.0, 60.0)
    assert main(["plan", str(tmp_path / "a"), "--rows", "10M", "--cores", "100"]) == 0
    capsys.readouterr()
    for wrong in (["--nodes", "lots"], ["--time", "2 weeks"], ["--nodes", "-5"]):
        with pytest.raises(SystemExit) as ended:
            main([*command, "--out", str(tmp_path / "b"), *wrong])
        said = capsys.readouterr().err
        assert ended.value.code == 2 and said.count("expected") == 1 and wrong[1] in said and said.count("\n") == 1, said
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("test", [(5, 0), (0,), (0, 1, 2), (0, float("nan")), (0, 10**6), (0, 5, 0.5, 0.5), "x", 7])
def test_tests_that_make_no_sense_are_refused(tmp_path: Path, test: Any) -> None:
    with pytest.raises(rw.Problem, match="is no test"):
        rw.batch.match("chess", "name=a", "name=b", out=tmp_path / "a", games=2, sprt=test, format="csv")
    with pytest.raises(rw.Problem, match="is no test"):
        rw.match("chess", "name=a", "name=b", games=2, sprt=test)
    assert not (tmp_path / "a").exists()


def test_parts_have_even_cost() -> None:
    dice = random.Random(5)
    prices = Prices([(length, 2.0 ** (10 - length)) for length in range(1, 21)])
    rows = [Row(str(number), "x" * dice.randint(1, 20)) for number in range(3000)]
    total = sum(prices.of(row) for row in rows)
    parts = cut(((number, row) for number, row in enumerate(rows)), prices, total)
    assert sum(part.rows for part in parts) == 3000 and [part.offset for part in parts] == sorted({part.offset for part in parts})
    greatest = max(prices.of(row) for row in rows)
    assert all(part.cost <= max(4.01, greatest) for part in parts)


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_formats_read_back(tmp_path: Path, format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    rows: list[list[Any]] = [
        ["0", "chess", "a,b\"c\nd", "win", "proven", 3, None, None, None, "é", "é f", 12, None, None],
        ["1", "chess", "x", None, None, None, -0.5, None, None, None, None, None, 7, "bad; expected good"],
    ]
    path = tmp_path / f"rows.{format}"
    path.write_bytes(encode("solve", rows, format))
    assert read("solve", path, format) == rows and encode("solve", rows, format) == path.read_bytes()
    if format == "parquet":
        import pyarrow.parquet

        found = pyarrow.parquet.read_schema(path)
        assert found.names == schema.columns_of("solve") and found.metadata[b"rootward.schema"] == str(schema.SCHEMA).encode()


@pytest.mark.parametrize("ending", ["csv", "jsonl", "txt", "parquet"])
def test_inputs_of_all_kinds_are_the_same_rows(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"in.{ending}"
    if ending == "parquet":
        pytest.importorskip("pyarrow")
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table({"position": ["44", "45"]}), path)
    else:
        path.write_text({"csv": "position\n44\n45\n", "jsonl": '{"position":"44"}\n{"position":"45"}\n', "txt": "# two\n44 7\n\n45\n"}[ending])
    assert list(rows_of(str(path), first_word=True)) == list(rows_of(["44", "45"]))


def test_numbers_and_bytes_as_libraries_have_them(tmp_path: Path) -> None:
    rows = list(rows_of({"position": [b"44", 45, 46.0], "id": [b"a", 10**70, 3.0], "nodes": [None, "7", 8.0]}))
    assert rows == [Row("a", "44", None), Row(str(10**70), "45", 7), Row("3", "46", 8)]
    numpy = pytest.importorskip("numpy")
    rows = list(rows_of({"position": numpy.array(["44", "45"]), "id": numpy.arange(2), "nodes": numpy.array([5.0, float("nan")], dtype="float32")}))
    assert rows == [Row("0", "44", 5), Row("1", "45", None)]


def test_the_rows_are_the_same_in_every_format(tmp_path: Path) -> None:
    formats = ["csv", "jsonl"]
    try:
        import pyarrow  # noqa: F401

        formats.append("parquet")
    except ImportError:
        pass
    # The first position of Connect Four is written as nothing at all.
    jobs = [small(tmp_path / format, dataset=["", "44444", "8"], format=format) for format in formats]
    assert [next(iter(job.rows()))["position"] for job in jobs] == [""] * len(formats)
    assert len({job.fingerprint() for job in jobs}) == 1


def test_options_that_no_job_has_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"solve\(\) got an unexpected keyword argument 'procesess'"):
        rw.batch.solve(["4"], "connect-four", tmp_path / "a", nodes=9, procesess=2)  # type: ignore[call-arg]
    assert not (tmp_path / "a").exists()


def test_inputs_that_are_none_are_refused_in_a_sentence(tmp_path: Path) -> None:
    cases = {"a.xls": b"", "b.csv": b"name\nx\n", "c.jsonl": b"[]\n", "d.txt": b"\xff\n", "e.csv": b"position,nodes\n4,-1\n", "f.txt": b"\n"}
    for name, data in cases.items():
        (tmp_path / name).write_bytes(data)
        assert main(["solve", "connect-four", "--input", str(tmp_path / name), "--out", str(tmp_path / "out"), "--format", "csv"]) == 2
    for source in (5, [5], {"id": ["x"]}, {"position": ["4"], "nodes": [1, 2]}, str(tmp_path / "none.txt")):
        with pytest.raises(rw.Problem, match="expected"):
            small(tmp_path / "out", dataset=source)


def test_arbitrary_text_is_read_or_refused(tmp_path: Path) -> None:
    dice = random.Random(11)
    alphabet = 'abc18,;"\'\\[]{}:/ \t\n#-wkKq{"position":"44"}' + "é\x00"
    for number in range(600):
        text = "".join(dice.choice(alphabet) for _ in range(dice.randint(0, 60)))
        path = tmp_path / f"in.{dice.choice(['csv', 'jsonl', 'txt', 'epd', 'pgn'])}"
        path.write_text(text, encoding="utf-8", newline="")
        try:
            rows = list(rows_of(path, first_word=bool(number % 2)))
        except rw.Problem as problem:
            assert "expected" in str(problem) and "\n" not in str(problem)
            continue
        assert all(Row.read(row.line()) == row for row in rows)
        assert isinstance(epd_row(text, 0), Row)
        with pytest.raises(rw.Problem):
            Manifest.read(text, "here")


def test_the_command_tells_a_summary_and_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in.txt").write_text("44444\n1122334\n")
    command = ["solve", "connect-four", "--input", str(tmp_path / "in.txt"), "--out", str(tmp_path / "a"), "--nodes", "1000"]
    assert main([*command, "--format", "csv", "--processes", "1"]) == 0
    assert "2 of 2 rows in" in capsys.readouterr().out
    assert main(["resume", str(tmp_path / "a"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["finished"] is True
    assert main(["export", str(tmp_path / "a"), str(tmp_path / "all.jsonl")]) == 0
    assert (tmp_path / "all.jsonl").read_text().count("\n") == 2
    capsys.readouterr()
    assert main(["plan", str(tmp_path / "a"), "--rows", "1000000", "--cores", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == 1_000_000
    assert main(["resume", str(tmp_path / "nothing")]) == 2


def test_a_book_is_that_of_the_program(tmp_path: Path) -> None:
    job = rw.batch.book("connect-four:5x4", 3, tmp_path / "a", format="csv", processes=2)
    book = Path(job.outcome["book"])
    engine = rw.Engine(book=str(book))
    game = rw.game("connect-four:5x4")
    assert game.start.solve(engine=engine).value == game.start.solve().value
    assert game.start.solve(engine=engine).source == "book"
    # Assembled again from the rows that are there.
    again = book.read_bytes()
    book.unlink()
    assert Path(rw.batch.resume(tmp_path / "a").outcome["book"]).read_bytes() == again


def test_a_book_killed_midway_has_the_same_bytes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rootward.batch", "book", "connect-four:6x5", "--plies", "4", "--format", "csv", "--part-rows", "20"]
    command += ["--processes", "1", "--quiet", "--json", "--out"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    victim = subprocess.Popen([*command, str(tmp_path / "a")], env=environment, stdout=subprocess.DEVNULL)
    done = tmp_path / "a" / "done.jsonl"
    while not done.exists() or done.read_bytes().count(b'"sha256"') < 2:
        assert victim.poll() is None
        time.sleep(0.01)
    victim.kill()
    victim.wait()
    assert not list((tmp_path / "a").glob("*.book"))
    books = [json.loads(subprocess.run([*command, str(tmp_path / out)], env=environment, stdout=subprocess.PIPE, check=True).stdout)["book"]
             for out in ("a", "b")]  # fmt: skip
    assert Path(books[0]).read_bytes() == Path(books[1]).read_bytes()


def test_the_book_that_comes_along_is_used_where_it_is_wanted(tmp_path: Path) -> None:
    def only(name: str, **asked: Any) -> dict[str, Any]:
        (row,) = rw.batch.solve(["1111"], "connect-four", tmp_path / name, nodes=1000, processes=1, format="csv", **asked).rows()
        return row

    assert only("with")["label"] == "proven" and only("without", use_book=False)["label"] != "proven"
    # A book is made of proofs, and not of another book.
    job = rw.batch.book("connect-four:5x4", 2, tmp_path / "book", format="csv", processes=1)
    assert job.manifest.settings["use_book"] is False


def test_nothing_is_imported_that_is_not_asked_for() -> None:
    code = "import sys, rootward as rw; rw.batch.solve; sys.exit(any(name in sys.modules for name in ('ray', 'pyarrow', 'pandas')))"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment).returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--input", "none.txt"], ["--input", "folder.csv"], ["--input", "empty.txt"], ["--on", "mars"], ["--processes", "0"],
        ["--input", "twice.csv"], ["--input", "semicolons.csv"], ["--row-memory", "1M"], ["--out", "file"], ["--out", "file/below"], ["--part-rows", "0"], ["--input", "digits.csv"],
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("44\n")
    Path("file").write_text("mine")
    Path("empty.txt").write_text("")
    Path("digits.csv").write_text("position,nodes\n44," + "9" * 5000 + "\n")
    Path("twice.csv").write_text("position,position\n44,45\n")
    Path("semicolons.csv").write_text("id;position\n1;44\n")
    Path("folder.csv").mkdir()
    before = sorted(tmp_path.iterdir())
    assert main(["solve", "connect-four", "--input", "in.txt", "--out", "out", "--nodes", "9", "--format", "csv", *words]) == 2
    said = capfd.readouterr().err
    assert said.startswith("error: ") and said.count("\n") == 1 and "; expected " in said
    assert sorted(tmp_path.iterdir()) == before and Path("file").read_text() == "mine"


def test_a_full_disk_is_told_with_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from rootward.batch import folder

    write = folder.write_whole

    def full(path: Path, data: bytes) -> None:
        if path.name.startswith("part-"):
            raise OSError(28, "No space left on device")
        write(path, data)

    (tmp_path / "in.txt").write_text("44\n")
    command = ["solve", "connect-four", "--input", str(tmp_path / "in.txt"), "--nodes", "9", "--format", "csv", "--processes", "1", "--quiet"]
    with monkeypatch.context() as here:
        here.setattr(folder, "write_whole", full)
        assert main([*command, "--out", str(tmp_path / "a")]) == 1
    said = capsys.readouterr().err
    assert said == f"error: No space left on device; 'rootward batch resume {tmp_path / 'a'}' goes on\n"
    assert main(["resume", str(tmp_path / "a"), "--quiet"]) == 0


def test_fields_as_data_frames_have_them() -> None:
    class NAType:
        """As that of pandas."""

        def __bool__(self) -> bool:
            raise TypeError("boolean value of NA is ambiguous")

        __eq__ = __ne__ = lambda self, other: self  # type: ignore[assignment]

    rows = list(rows_of({"position": [b"44", None, float("nan"), NAType(), ""], "nodes": [50.0, float("nan"), NAType(), "7", None]}))
    assert [row.text for row in rows] == ["44", "(none)", "(none)", "(none)", ""]
    assert [row.nodes for row in rows] == [50, None, None, 7, None]
    assert Row.read(Row("0", "4\ud800").line()).text == "4?"


def test_a_null_is_no_start(tmp_path: Path) -> None:
    rows = list(small(tmp_path / "a", dataset=[{"position": None}, {"position": "44444"}]).rows())
    assert rows[0]["error"] and rows[0]["value"] is None and rows[1]["error"] is None


def test_the_ceiling_of_a_game_is_not_that_of_its_positions(tmp_path: Path) -> None:
    # Four positions of 0.4 s each would come back before the process is ended, with results that depend on the machine.
    (tmp_path / "a.pgn").write_text('[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 *\n')
    job = rw.batch.annotate(tmp_path / "a.pgn", tmp_path / "a", nodes=10**9, row_time=0.4, format="csv", processes=1)
    assert [row["error"] for row in job.rows()] == ["time: no result within 0.4 s; the process was ended"]


def test_a_cluster_without_cores_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    from rootward.batch import cluster

    class Driver:
        at_once, head = 0, "here"

        def send(self, _: bytes) -> None:
            pass

        def receive(self, _: float) -> None:
            time.sleep(0.01)

    monkeypatch.setattr(cluster, "NO_CORES_SECONDS", 0.1)
    driver: Any = Driver()
    with pytest.raises(rw.batch.ClusterLost, match="no node with 4 or more cores"):
        for _ in rw.batch.Ray("here")._loop(driver, [0], lambda _: [], 4):
            pass


def test_a_node_has_the_dashboard_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from types import SimpleNamespace

    asked: list[list[str]] = []

    def start(words: list[str], standalone_mode: bool) -> None:
        asked.append(words)
        if "--include-dashboard=true" in words and len(asked) > 2:
            raise Exception("Cannot include dashboard with missing packages.")
        if "--num-cpus=9" in words:
            raise Exception("a reason\nof two lines")

    services = SimpleNamespace()
    fake = {"ray": SimpleNamespace(), "ray._private": SimpleNamespace(services=services), "ray.scripts": SimpleNamespace()}
    for name, module in (fake | {"ray.scripts.scripts": SimpleNamespace(start=SimpleNamespace(main=start))}).items():
        monkeypatch.setitem(sys.modules, name, module)  # type: ignore[arg-type]
    for name in ("RAY_USAGE_STATS_ENABLED", "RAY_USAGE_STATS_REPORT_URL", "http_proxy", "no_proxy"):
        monkeypatch.setenv(name, "mine")
    monkeypatch.setattr(sys, "argv", ["rootward"])
    assert main(["node", "10.0.0.1:6379", "--head"]) == main(["node", "10.0.0.1:6379", "--head", "--dashboard"]) == 0
    assert "--include-dashboard=false" in asked[0] and {"--include-dashboard=true", "--dashboard-host=10.0.0.1"} <= set(asked[1])
    assert services.node_ip_address_from_perspective("8.8.8.8") == "10.0.0.1"
    capsys.readouterr()
    for words, code, said in (
        (["--head", "--dashboard"], 2, "pip install 'ray[default]'"),
        (["--ip", "10.0.0.2", "--dashboard"], 2, "expected --head with --dashboard"),
        (["--head", "--cpus", "9"], 1, "error: Ray did not start: a reason of two lines"),
    ):
        assert main(["node", "10.0.0.1:6379", *words]) == code
        told = capsys.readouterr().err
        assert said in told and told.count("\n") == 1


def test_a_sample_of_long_rows_is_short() -> None:
    from rootward.batch.cut import PART_SECONDS, sample
    from rootward.batch.row import Task

    settings = {"nodes": 10**12, "threads": 1, "memory": 1 << 20, "row_time": 60.0}
    began = time.monotonic()
    prices = sample(Task("solve", "connect-four:8x7", settings, rw.__version__), [Row("0", ""), Row("1", "1")])
    assert prices.of(Row("0", "")) == PART_SECONDS and time.monotonic() - began < 40


def test_an_export_replaces_nothing_unasked_and_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = small(tmp_path / "a")
    target = tmp_path / "all.csv"
    target.write_text("mine")
    command = ["export", str(tmp_path / "a"), str(target)]
    assert main(command) == 2 and target.read_text() == "mine"
    assert f"the file '{target}' already exists; expected another name, or --force to replace it" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0 and target.read_text().count("\n") == len(POSITIONS) + 1
    assert main(["export", str(tmp_path / "a"), str(tmp_path / "no" / "all.csv")]) == 2
    job.files[1].unlink()
    (tmp_path / "a" / "summary.json").unlink()
    capsys.readouterr()
    assert main([*command, "--force"]) == 1 and "1 parts of the job are missing" in capsys.readouterr().err


def test_a_module_that_fails_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "broken_rules.py").write_text("import there_is_no_such_module\n")
    (tmp_path / "bad_syntax.py").write_text("class A(:\n")
    (tmp_path / "no_class.py").write_text("class A:\n    def __init__(self):\n        self.none\n")
    for name, said in (("broken_rules:A", "there_is_no_such_module"), ("bad_syntax:A", "SyntaxError"), ("no_class:A", "AttributeError")):
        with pytest.raises(rw.Problem, match=said):
            rw.batch.solve(["4"], name, tmp_path / "a", nodes=1, format="csv")
    with pytest.raises(rw.Problem, match="its rules are in Python"):
        rw.batch.book(_countdown(monkeypatch), 2, tmp_path / "a", format="csv")


def _countdown(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return "games_that_fail:Countdown"


def test_techniques_that_are_none_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(rw.Problem, match="zorro"):
        rw.batch.analyze(["44"], "connect-four", tmp_path / "a", nodes=9, techniques="zorro", format="csv")


def test_an_opening_that_is_none_costs_its_own_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in.txt").write_text("8\n44\n")
    command = ["match", "connect-four", "--engine", "name=a nodes=50", "--engine", "name=b nodes=50", "--games", "4", "--format", "csv"]
    assert main([*command, "--input", str(tmp_path / "in.txt"), "--out", str(tmp_path / "a"), "--processes", "1"]) == 0
    said = capsys.readouterr().out
    assert "2 of 2 rows" in said and "1 failed" in said
    # One pair has no error to state.
    assert "Elo" in said and "±" not in said


def test_a_book_asked_for_again_is_left_as_it_is(tmp_path: Path) -> None:
    def stamps() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in (tmp_path / "a").iterdir() if path.is_file() and path.name != "lock"}

    rw.batch.book("connect-four:5x4", 2, tmp_path / "a", format="csv", processes=1)
    before = stamps()
    rw.batch.book("connect-four:5x4", 2, tmp_path / "a", format="csv", processes=1)
    assert stamps() == before and "connect-four-5x4-2.book" in before and "summary.json" in before


@pytest.mark.parametrize("job", ["solve", "analyze", "annotate", "match", "book"])
def test_the_command_and_the_function_have_the_same_defaults(job: str) -> None:
    import inspect

    from rootward.batch.__main__ import _parser

    words = {"match": ["chess", "--engine", "a", "--engine", "b"], "book": ["chess", "--plies", "2"], "annotate": ["--input", "x"]}
    options = vars(_parser().parse_args([job, *words.get(job, ["chess", "--input", "x"]), "--out", "y"]))
    parameters = inspect.signature(getattr(rw.batch, job)).parameters
    known = {name: one.default for name, one in parameters.items() if one.default is not inspect.Parameter.empty and name in options}
    assert len(known) >= 8 and "processes: 'int | None' = None" in str(inspect.signature(getattr(rw.batch, job)))
    assert {name: options[name] for name in known if name != "on"} == {name: known[name] for name in known if name != "on"}


def test_the_examples_in_the_doc_strings_are_true() -> None:
    import doctest
    import importlib
    import pkgutil

    tried = 0
    for module in pkgutil.iter_modules(rw.batch.__path__):
        if module.name != "__main__":
            found = doctest.testmod(importlib.import_module(f"rootward.batch.{module.name}"))
            assert found.failed == 0, module.name
            tried += found.attempted
    assert tried >= 15
