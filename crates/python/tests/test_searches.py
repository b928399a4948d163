"""Analyses and proofs, Ctrl-C, threads, progress, engines, batches."""

from __future__ import annotations

import _thread
import asyncio
import multiprocessing
import pickle
import signal
import threading
import time
from collections.abc import Callable
from fractions import Fraction

import pytest

import rootward as rw
from rootward import _rootward

DEEP = rw.game("chess").start


def test_an_analysis_says_what_is_known() -> None:
    analysis = rw.game("connect-four:8x7").position("4453").analyze(depth=6, lines=3)
    assert analysis.best in ("1", "2", "3", "4", "5", "6", "7", "8")
    assert analysis.depth == 6 and not analysis.proven and analysis.value.kind == "estimate"
    assert len(analysis.lines) == 3 and analysis.lines[0].moves[0] == analysis.best
    assert [step.depth for step in analysis.iterations] == list(range(1, 7))
    assert analysis.bound == "exact" and analysis.nodes > 0 and not analysis.stopped
    assert "an estimate" in str(analysis) and "<table>" in analysis._repr_html_()
    again = pickle.loads(pickle.dumps(analysis))
    assert again == analysis and len(again.iterations) == 6


def test_a_proof_says_so() -> None:
    solution = rw.game("tic-tac-toe").start.solve()
    assert (solution.outcome, solution.proven, solution.bound) == ("draw", True, "exact")
    assert len(solution.line) == 9 and solution.lines == [solution.line]
    won = rw.game("connect-four").position("121212").solve(all_moves=True, nodes=50_000)
    assert won.outcome == "win" and won.best == won.moves[0].move == "1" and won.moves[0].outcome == "win"
    assert len(won.moves) == 7


def test_payoffs_are_exact() -> None:
    solution = rw.tree("(chance(1/2: 3 1/3: 4 1/6: -2) 2)").solve()
    assert solution.fraction == Fraction(5, 2)
    assert rw.tree("((3 12 8) (2 4 6) (14 5 2))").solve().fraction == 3


def test_games_of_chance_have_probabilities() -> None:
    solution = rw.game("piglet").start.solve() if "piglet" in rw.games() else rw.game("pig:10").start.solve(time=10)
    assert solution.expected is not None and 0.5 < solution.expected < 1


def test_what_is_not_proven_within_the_limit_says_so() -> None:
    solution = rw.game("connect-four").start.solve(nodes=1000, engine=rw.Engine(book=False))
    assert not solution.proven and solution.stopped and solution.bound != "exact"


def test_limits_are_objects_or_parts() -> None:
    position = rw.game("connect-four:8x7").position("44")
    assert position.analyze(rw.Limit(nodes=5000)).nodes == position.analyze(nodes=5000).nodes
    assert rw.Limit(depth=3) == rw.Limit(depth=3) and hash(rw.Limit(3)) == hash(rw.Limit(depth=3))
    assert pickle.loads(pickle.dumps(rw.Limit(1, 2, 3.0))) == rw.Limit(1, 2, 3.0)
    with pytest.raises(rw.Problem):
        position.analyze(rw.Limit(nodes=1), depth=2)
    with pytest.raises(AttributeError):
        rw.Limit(3).depth = 4  # type: ignore[misc]


@pytest.mark.parametrize(
    "settings",
    [
        {"depth": 0}, {"depth": -1}, {"depth": 251}, {"depth": 10**30}, {"depth": "x"}, {"depth": 2.5}, {"depth": True},
        {"nodes": 0}, {"nodes": 2**70}, {"time": 0}, {"time": -1.0}, {"time": float("nan")}, {"time": float("inf")}, {"time": b"3"},
        {"threads": 0}, {"threads": 1000}, {"lines": 0}, {"memory": "x"}, {"memory": -5}, {"memory": "99999999G"},
        {"techniques": "nonsense"}, {"techniques": 7}, {"algorithm": "magic"}, {"opponent": "nobody"},
        {"algorithm": "minimax", "lines": 2, "depth": 1},
    ],
)  # fmt: skip
def test_bad_settings_are_problems(settings: dict[str, object]) -> None:
    with pytest.raises(rw.Problem) as caught:
        rw.game("tic-tac-toe").start.analyze(**settings)  # type: ignore[arg-type]
    assert str(caught.value)


def interrupt_after(delay: float) -> None:
    threading.Thread(target=lambda: (time.sleep(delay), _thread.interrupt_main()), daemon=True).start()


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_an_analysis_and_leaves_what_is_known(threads: int) -> None:
    stopped_at = 0.0

    def stop() -> None:
        nonlocal stopped_at
        time.sleep(0.5)
        stopped_at = time.perf_counter()
        _thread.interrupt_main(signal.SIGINT)

    threading.Thread(target=stop, daemon=True).start()
    with pytest.raises(rw.Interrupted) as caught:
        DEEP.analyze(time=30, threads=threads)
    # The bar is 0.1 s on an idle machine.
    assert time.perf_counter() - stopped_at < 1.0
    known = caught.value.known
    assert isinstance(known, rw.Analysis) and known.stopped and known.best in DEEP.moves
    assert known.iterations and isinstance(caught.value, KeyboardInterrupt)


def test_ctrl_c_stops_everything_else_too() -> None:
    pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n"
    for work in (
        lambda: rw.game("connect-four").start.solve(time=30, engine=rw.Engine(book=False)),
        lambda: rw.solve_many("connect-four:8x7", ["12"] * 9, time=30),
        lambda: DEEP.perft(6),
        lambda: rw.game("chess").start.trace(depth=6, algorithm="minimax"),
        lambda: rw.match("chess", "name=a", "name=b", games=100, time=0.5),
        lambda: rw.annotate(pgn, time=20),
    ):
        interrupt_after(0.4)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.perf_counter() - start < 10
        time.sleep(0.05)


# Each would take minutes, and leaves nothing for the caller's own thread to do.
LONG = {
    "perft": lambda: rw.perft("chess", 8),
    "positions of a book": lambda: rw.game("connect-four").book_positions(14),
    "rows of other threads": lambda: rw.solve_many("connect-four:8x7", ["12", "121", "1212"] * 2 + ["x"] * 99, time=60, workers=7),
    "games of other threads": lambda: rw.match("connect-four:8x7", "name=a", "name=b", games=4, time=30.0, concurrency=2),
}


@pytest.mark.parametrize("work", LONG)
def test_ctrl_c_leaves_no_work_behind(work: str) -> None:
    interrupt_after(0.5)
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        LONG[work]()
    assert time.perf_counter() - start < 10
    spent = time.process_time()
    time.sleep(1.0)
    assert time.process_time() - spent < 0.03


def test_lines_are_counted_by_first_move() -> None:
    start = rw.game("chess").start
    assert (start.perft(3), start.perft(4), len(start.divide(4))) == (8902, 197_281, 20)
    assert sum(start.play(move).perft(3) for move in start.moves) == 197_281
    # An outcome of chance is no ply.
    pig = rw.game("pig:10").start
    assert pig.divide(4) == {move: pig.play(move).perft(3) for move in pig.moves}


def test_the_lock_is_released_while_a_search_runs() -> None:
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=count)
    thread.start()
    DEEP.analyze(time=0.5)
    done.set()
    thread.join()
    assert ticks > 10


def test_two_threads_search_one_position() -> None:
    position = rw.game("connect-four:8x7").position("44")
    alone = position.analyze(depth=7).nodes
    found: list[int] = []
    work = [threading.Thread(target=lambda: found.append(position.analyze(depth=7).nodes)) for _ in range(4)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert found == [alone] * 4


def test_progress_by_callback_and_its_exceptions() -> None:
    seen: list[int | None] = []
    DEEP.analyze(depth=4, progress=lambda step: seen.append(step.depth))
    assert seen == [1, 2, 3, 4]

    class Stop(Exception):
        pass

    def stop(step: rw.Iteration) -> None:
        raise Stop

    with pytest.raises(Stop):
        DEEP.analyze(depth=20, progress=stop)


def test_a_callback_may_search_by_itself() -> None:
    inner: list[int] = []
    DEEP.analyze(depth=3, progress=lambda step: inner.append(DEEP.analyze(depth=2).nodes))
    assert len(inner) == 3


def test_an_analysis_is_followed_depth_by_depth() -> None:
    with DEEP.analysis() as run:
        for step in run:
            if step.depth == 5:
                break
    assert run.result.stopped and run.latest is not None and run.result.best in DEEP.moves
    with DEEP.analysis(depth=3) as run:
        assert [step.depth for step in run] == [1, 2, 3]
    assert run.result.depth == 3 and len(run.iterations) == 3


def test_asyncio_goes_on_meanwhile() -> None:
    async def work() -> tuple[int | None, int, list[int | None]]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)

        ticking = asyncio.create_task(tick())
        analysis = await DEEP.analyze_async(time=0.3)
        depths = [step.depth async for step in DEEP.analysis(depth=3)]
        ticking.cancel()
        task = asyncio.create_task(DEEP.analyze_async(time=60))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return analysis.depth, ticks, depths

    depth, ticks, depths = asyncio.run(work())
    assert depth is not None and ticks > 5 and depths == [1, 2, 3]


def test_an_engine_keeps_its_table() -> None:
    engine = rw.Engine(memory="16M", techniques="exact")
    position = rw.game("connect-four:8x7").position("4453")
    first = engine.analyze(position, depth=8).nodes
    second = engine.analyze(position, depth=8).nodes
    assert second < first == position.analyze(depth=8, memory="16M", techniques="exact").nodes
    engine.clear()
    assert engine.analyze(position, depth=8).nodes == first
    after = engine.analyze(position.play("1"), depth=7)
    assert after.best is not None
    with pytest.raises(rw.Problem):
        rw.Engine(book="/no/such/book").analyze(position, depth=1)


def test_everything_that_analyses_takes_the_same_settings() -> None:
    position, engine, limit = rw.game("connect-four:8x7").position("4453"), rw.Engine(memory="1M"), rw.Limit(nodes=500)
    seen: list[int | None] = []
    assert engine.analyze(position, limit, lines=2, progress=lambda step: seen.append(step.depth)).nodes <= 500 and seen
    assert engine.solve(position, limit, weak=True).nodes <= 500
    with position.analysis(limit, lines=2, algorithm="engine", outcomes=False, engine=engine) as run:
        assert len(run.result.lines) == 2
    assert asyncio.run(position.analyze_async(limit, engine=engine, memory="1M")).nodes <= 500
    wrong: list[Callable[[], object]] = [
        lambda: position.analysis(depht=3),  # type: ignore[call-arg]
        lambda: asyncio.run(position.analyze_async(depht=3)),  # type: ignore[call-arg]
        lambda: engine.analyze(position, depht=3),  # type: ignore[call-arg]
    ]
    for call in wrong:
        with pytest.raises(TypeError, match="unexpected keyword argument 'depht'"):
            call()
    for odd in (lambda: position.analyze(engine="x"), lambda: engine.analyze("4453"), lambda: engine.solve(5)):  # type: ignore[arg-type]
        with pytest.raises(rw.Problem, match="is no (engine|position)"):
            odd()


def test_many_positions_in_one_call() -> None:
    texts = ["44444", "1122334", "bad", "12121", "112233"]
    table = rw.solve_many("connect-four", texts, rw.Limit(nodes=20_000))
    assert len(table) == 5 and table["position"] == texts
    assert table["value"][3] == "win" and table["proven"][2] is None and "not a column" in table["error"][2]
    assert table[3].best == "1" or table[3].best is not None
    alone = rw.game("connect-four").position("12121").solve(nodes=20_000, whole_line=False, engine=None)
    assert table[3].nodes == alone.nodes
    two = rw.solve_many("connect-four", texts, rw.Limit(nodes=20_000), workers=2)
    assert two["nodes"] == table["nodes"] and two["value"] == table["value"]
    assert "<table>" in table._repr_html_() and set(table.to_dict()) == set(table.columns)
    trees = rw.solve_many("tree", ["((3 12) (2 4))", "(1 5)"])
    assert trees["payoff"] == [3, 5]
    assert len(rw.solve_many("chess", [])) == 0


def test_processes_get_positions() -> None:
    # fork is safe while no search runs in another thread; spawn always is.
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            positions = [rw.game("tic-tac-toe").start.play(move) for move in ("a1", "b2", "b1", "c3")]
            assert pool.map(_value, positions) == ["draw"] * 4


def _value(position: rw.Position) -> str | None:
    return position.solve().outcome


def test_a_panic_is_an_exception_like_others() -> None:
    with pytest.raises(rw.InternalError, match="this is a test") as caught:
        _rootward.panic_for_tests()
    assert isinstance(caught.value, Exception)
    assert rw.game("tic-tac-toe").start.solve().proven, "and the interpreter goes on"


def test_opponents_who_err_and_outcomes() -> None:
    position = rw.game("tic-tac-toe").position("X.O/.X./..O")
    assert position.analyze(depth=9, opponent="random:0.5").data["opponent"]
    roll = rw.game("pig").position("22,0,8,roll").analyze(depth=4, outcomes=True)
    assert len(roll.outcomes) == 6
