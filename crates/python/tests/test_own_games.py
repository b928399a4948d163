"""Games in Python: searched by the same recursion, checked, traced, drawn, matched; their exceptions come through."""

from __future__ import annotations

import _thread
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from games_in_python import Nim, Race, TicTacToe, Walk

import rootward as rw


def minimax(game: rw.Game[Any, Any], state: Any) -> int:
    """The value for the first side, in ten lines."""

    @lru_cache(maxsize=None)
    def value(state: Any) -> int:
        outcome = game.outcome(state)
        if outcome is not None:
            return int(outcome)
        values = [value(game.apply(state, move)) for move in game.moves(state)]
        return max(values) if game.to_move(state) == 0 else min(values)

    return value(state)


def test_tic_tac_toe_is_a_draw() -> None:
    solution = TicTacToe().start.solve()
    assert solution.outcome == "draw" and solution.proven and len(solution.line) == 9


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (3, 4), (2, 3, 4), (1, 1, 1, 5)])
def test_nim_agrees_with_its_theory(heaps: tuple[int, ...]) -> None:
    nim = 0
    for heap in heaps:
        nim ^= heap
    assert Nim(*heaps).start.solve().outcome == ("win" if nim else "loss")


def test_every_position_of_tic_tac_toe_after_two_plies_agrees_with_minimax() -> None:
    game = TicTacToe()
    for one in game.start.moves:
        after = game.start.play(one)
        for two in after.moves[::3]:
            position = after.play(two)
            expected = {1: "win", 0: "draw", -1: "loss"}[minimax(game, position.state)]
            assert position.solve().outcome == expected


def test_a_position_of_a_python_game_is_like_others() -> None:
    position = TicTacToe().start.play("0", 4)
    assert position.state == ("X...O....", 0)
    assert position.moves == ["1", "2", "3", "5", "6", "7", "8"]
    assert str(position) == "X..\n.O.\n..." and "<svg" in position._repr_svg_()
    game = position.game
    assert game.position(position.text) == position and game.position("('.........', 0)") == game.start
    assert isinstance(game, TicTacToe) and game.at(("X...O....", 0)) == position
    back = pickle.loads(pickle.dumps(position))
    assert back.state == position.state and back.history == ["0", "4"]
    assert position.perft(2) == 42


def test_chance_is_averaged() -> None:
    solution = Race().start.solve()
    assert solution.expected is not None and solution.proven

    def value(state: Any) -> float:
        game = Race()
        outcome = game.outcome(state)
        if outcome is not None:
            return float(outcome)
        values = [value(game.apply(state, move)) for move in game.moves(state)]
        turn = game.to_move(state)
        return sum(values) / len(values) if turn == "chance" else max(values) if turn == 0 else min(values)

    assert abs(solution.expected - value(Race().initial())) < 1e-4
    analysis = Race().start.analyze(depth=4)
    assert analysis.value.points is not None and abs(analysis.value.points - value(Race().initial())) < 1e-4


def test_positions_that_come_again_are_draws() -> None:
    analysis = Walk().start.analyze(depth=12)
    assert analysis.value.kind in ("draw", "estimate", "win")
    position = Walk().start
    for move in ("1", "-1", "-1", "1") * 2:
        position = position.play(move)
    assert position.outcome == {"kind": "draw"}


class Broken(TicTacToe):
    """Raises where it is told to."""

    def __init__(self, rule: str, error: BaseException, after: int = 0) -> None:
        self.rule, self.error, self.left = rule, error, after

    def may_fail(self, rule: str) -> None:
        if rule == self.rule:
            self.left -= 1
            if self.left < 0:
                raise self.error

    def initial(self) -> Any:
        self.may_fail("initial")
        return super().initial()

    def to_move(self, state: Any) -> int:
        self.may_fail("to_move")
        return super().to_move(state)

    def moves(self, state: Any) -> Sequence[int]:
        self.may_fail("moves")
        return super().moves(state)

    def apply(self, state: Any, move: int) -> Any:
        self.may_fail("apply")
        return super().apply(state, move)

    def outcome(self, state: Any) -> int | None:
        self.may_fail("outcome")
        return super().outcome(state)

    def evaluate(self, state: Any) -> float:
        self.may_fail("evaluate")
        return 0

    def key(self, state: Any) -> Any:
        self.may_fail("key")
        return state


class Mine(Exception):
    """Nobody else raises this."""


@pytest.mark.parametrize("rule", ["initial", "to_move", "moves", "apply", "outcome", "key", "evaluate"])
@pytest.mark.parametrize("after", [0, 40])
def test_an_exception_in_a_rule_comes_through_unchanged(rule: str, after: int) -> None:
    if rule == "initial" and after:
        return
    error = Mine(rule)
    with pytest.raises(Mine) as caught:
        Broken(rule, error, after).start.analyze(depth=6)
    assert caught.value is error
    assert any(frame.name == "may_fail" for frame in caught.traceback), "with its traceback"
    with pytest.raises(Mine):
        Broken(rule if rule != "evaluate" else "moves", Mine(), after).start.solve()
    # Nothing is left behind for the next call.
    assert TicTacToe().start.solve().outcome == "draw"


def test_what_a_failed_rule_said_is_not_remembered() -> None:
    game = Broken("moves", Mine(), 5)
    start = game.start
    with pytest.raises(Mine):
        start.solve()
    game.left = 10**9
    assert start.solve().outcome == "draw" and len(start.moves) == 9


@pytest.mark.parametrize("run", ["iterate", "result"])
def test_exceptions_come_through_a_run(run: str) -> None:
    with pytest.raises(Mine):
        with Broken("moves", Mine(), 300).start.analysis(depth=9) as running:
            if run == "iterate":
                for _ in running:
                    pass
            else:
                running.result


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("outcome", 7), ("outcome", "win"), ("outcome", [1]), ("to_move", 2), ("to_move", None), ("to_move", "nobody"),
        ("moves", None), ("moves", 3), ("moves", [[1]]), ("evaluate", "x"), ("evaluate", float("nan")), ("evaluate", None),
    ],
)  # fmt: skip
def test_nonsense_from_a_rule_is_an_exception_that_says_so(rule: str, wrong: object) -> None:
    game = type("Odd", (TicTacToe,), {rule: lambda self, *_: wrong})()
    with pytest.raises((TypeError, ValueError)):
        game.start.analyze(depth=2)


def test_huge_values_of_a_rule_are_clamped_or_refused() -> None:
    game = type("Huge", (TicTacToe,), {"evaluate": lambda self, state: 10**300})()
    assert game.start.analyze(depth=2).value.kind == "estimate"
    points = type("Points", (TicTacToe,), {"points": True, "outcome": lambda self, state: 2**80})()
    with pytest.raises(TypeError, match="whole points"):
        points.start.solve()


def test_a_class_without_rules_says_which_is_missing() -> None:
    class Nothing(rw.Game[int, int]):
        pass

    with pytest.raises(NotImplementedError, match="initial"):
        Nothing().start


def test_keys_tell_minus_one_from_minus_two() -> None:
    assert hash((-1,)) == hash((-2,)), "Python's hash does not"

    class Signs(rw.Game[tuple[int, int], int]):
        points = True

        def initial(self) -> tuple[int, int]:
            return (0, 0)

        def to_move(self, state: tuple[int, int]) -> int:
            return state[0] % 2

        def outcome(self, state: tuple[int, int]) -> int | None:
            return state[1] if state[0] == 3 else None

        def moves(self, state: tuple[int, int]) -> Sequence[int]:
            return [-1, -2]

        def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return (state[0] + 1, state[1] + move)

    assert Signs().start.solve().payoff == -4
    rw.check(Signs())


def test_the_contract_kit_finds_what_is_wrong() -> None:
    for game in (TicTacToe(), Nim(2, 3), Race(), Walk()):
        rw.check(game)

    class Shuffled(TicTacToe):
        turn = 0

        def moves(self, state: Any) -> Sequence[int]:
            Shuffled.turn += 1
            moves = list(super().moves(state))
            return moves[::-1] if Shuffled.turn % 2 else moves

    class Mutating(rw.Game[list[int], int]):
        def initial(self) -> list[int]:
            return [0, 3]

        def to_move(self, state: list[int]) -> int:
            return state[0]

        def outcome(self, state: list[int]) -> int | None:
            return 1 if state[1] <= 0 else None

        def moves(self, state: list[int]) -> Sequence[int]:
            return [1, 2]

        def apply(self, state: list[int], move: int) -> list[int]:
            state[1] -= move
            return [1 - state[0], state[1]]

    class Coarse(TicTacToe):
        def key(self, state: Any) -> Any:
            return state[0].count(".")

    for wrong in (Mutating(), Coarse()):
        with pytest.raises(AssertionError) as caught:
            rw.check(wrong)
        assert ".rs" not in str(caught.value)
    with pytest.raises(Mine):
        rw.check(Broken("apply", Mine(), 50))


def test_traces_of_python_games() -> None:
    trace = Nim(1, 2).start.trace()
    assert trace.summary["proven"] and len(trace) > 5 and "(1, 1)" in str(trace)
    with pytest.raises(Mine):
        Broken("apply", Mine(), 9).start.trace(depth=3)


def test_matches_of_python_games_and_players() -> None:
    def first(position: rw.Position) -> str:
        return position.moves[0]

    result = rw.match(TicTacToe(), "engine depth=9", first, games=6)
    assert result.losses == 0 and len(result.games) == 6 and result.names == ["engine", "first"]
    assert rw.match("tic-tac-toe", "engine depth=9", "random", games=4).losses == 0
    assert rw.match(Race(), "engine depth=4", "random", games=4).games


def test_ctrl_c_in_rules() -> None:
    class Slow(TicTacToe):
        def moves(self, state: Any) -> Sequence[int]:
            time.sleep(0.001)
            return super().moves(state)

    threading.Thread(target=lambda: (time.sleep(0.6), _thread.interrupt_main()), daemon=True).start()
    start = time.perf_counter()
    with pytest.raises(rw.Interrupted) as caught:
        Slow().start.analyze(depth=9, techniques="none")
    assert time.perf_counter() - start < 3
    assert caught.value.known is None or caught.value.known.best is not None


def test_threads_are_refused_and_threads_of_python_are_not() -> None:
    with pytest.raises(rw.Problem, match="one at a time"):
        TicTacToe().start.analyze(depth=3, threads=2)
    game = TicTacToe()
    found: list[str | None] = []
    work = [threading.Thread(target=lambda: found.append(game.start.solve().outcome)) for _ in range(3)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert found == ["draw"] * 3


def test_an_engine_keeps_its_table_for_python_games() -> None:
    game, engine = TicTacToe(), rw.Engine(memory="1M")
    first = game.start.analyze(depth=7, engine=engine).nodes
    assert game.start.analyze(depth=7, engine=engine).nodes < first
    assert TicTacToe().start.analyze(depth=7, engine=engine).nodes == first, "another instance may have other rules"


class Counting(TicTacToe):
    """Counts how often each rule is asked."""

    def __init__(self) -> None:
        self.calls, self.weight = 0, 1

    def apply(self, state: Any, move: int) -> Any:
        self.calls += 1
        return super().apply(state, move)

    def evaluate(self, state: Any) -> float:
        return self.weight


def test_a_move_is_applied_once_a_search() -> None:
    game = Counting()
    game.start.analyze(depth=5)
    # All moves of all positions within five plies; a search that forgets would ask several times as often.
    assert 0 < game.calls < 6000


def test_parameters_may_change_between_searches() -> None:
    game = Counting()
    assert game.start.analyze(depth=2).value.points == 1
    game.weight = 7
    assert game.start.analyze(depth=2).value.points == 7


class Endless(rw.Game[int, int]):
    """A game without an end."""

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def outcome(self, state: int) -> None:
        return None

    def moves(self, state: int) -> Sequence[int]:
        return [1]

    def apply(self, state: int, move: int) -> int:
        return state + move


class Taller(Endless):
    """Another one, with a name of its own."""


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_a_game_without_an_end_is_searched_to_a_depth(algorithm: str) -> None:
    start = Endless().start
    assert "depth" in start.trace(algorithm=algorithm).settings
    assert not start.solve(nodes=5000).proven
    assert start.analyze(nodes=2000, algorithm=algorithm).value.kind == "estimate"
    assert Taller().name == "Taller" and Endless().name == "Endless"


def test_a_trace_within_limits() -> None:
    with pytest.raises(rw.Problem, match="limit"):
        rw.game("chess").start.trace(depth=4, algorithm="minimax", nodes=1000)


def test_no_move_is_made_only_to_look_at_the_position_after_it() -> None:
    """Enhanced transposition cut-offs make every move of a node before any is searched: 4,748 moves made instead of 2,685."""
    made = 0

    class Counted(TicTacToe):
        def apply(self, state: tuple[str, int], move: int) -> tuple[str, int]:
            nonlocal made
            made += 1
            return super().apply(state, move)

    assert Counted().start.solve(memory="1M").outcome == "draw"
    assert made < 3500


def test_a_position_that_another_process_sends_back_is_the_one_that_it_got() -> None:
    for game in (TicTacToe(), Nim(2, 3), Race(), Walk()):
        position = game.start.play(game.start.moves[0])
        back = pickle.loads(pickle.dumps(position))
        assert back == position and hash(back) == hash(position) and back != game.start
    assert Nim(2, 3) == Nim(2, 3) != Nim(3, 2) and TicTacToe() != Walk()

    class Odd:
        """As an array of NumPy, which has no truth."""

        def __eq__(self, other: object) -> bool:
            raise ValueError("ambiguous")

    one, other = TicTacToe(), TicTacToe()
    one.weights, other.weights = Odd(), Odd()  # type: ignore[attr-defined]
    assert one != other and one == one


SMALL_STACKS = """
import sys, threading
sys.path.insert(0, {tests!r})
import rootward as rw
from games_in_python import Nim, Walk

def work():
    try:
        assert Nim(9, 9).start.analyze(depth=60, nodes=3000).nodes > 0
        assert len(Walk().start.trace(depth=9)) > 9
        rw.check(Nim(2, 2), games=2)
        chain = rw.tree("(" * 900 + "1" + ")" * 900)
        assert chain.solve().payoff == 1 and chain.trace(algorithm="minimax").value == "1"
        assert chain.trace().step(3)._repr_svg_()
        assert rw.game("backgammon").start.analyze(nodes=2000).nodes > 0
        assert rw.exercise(seed=3).sheet("pdf")
        rw.tree("((3 12) (2 4))").trace().save({out!r})
        try:
            Broken().start.solve()
        except KeyError as error:
            print("all is well", error)
    except BaseException as error:
        print(type(error), error)
        raise

class Broken(Nim):
    def moves(self, state):
        raise KeyError("mine")

threading.stack_size(64 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


def test_threads_with_small_stacks_search_too(tmp_path: Path) -> None:
    code = SMALL_STACKS.format(tests=str(Path(__file__).parent), out=str(tmp_path / "a.png"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "all is well 'mine'\n"), done.stderr[-2000:]


AT_THEIR_END = """
import rootward as rw

class State(tuple):
    searched = 0

    def __del__(self):
        if game.is_searched and State.searched < 5:
            State.searched += 1
            Countdown().start.analyze(depth=2)
            game.position("(0, 4)").moves
            game.start.play("1", "2").moves

class Countdown(rw.Game):
    is_searched = False
    def initial(self): return State((0, 9))
    def to_move(self, state): return state[0]
    def outcome(self, state): return None if state[1] > 0 else 1 if state[0] else -1
    def moves(self, state): return [1, 2]
    def apply(self, state, move): return State((1 - state[0], state[1] - move))
    def read(self, text): return State(rw.Game.read(self, text))

game = Countdown()
start = game.start
game.is_searched = True
print(start.solve().outcome, State.searched)
"""


def test_states_may_do_anything_at_their_end() -> None:
    # A state that is known already ends while it is looked up: what it does then must not wait for that look to end.
    done = subprocess.run([sys.executable, "-c", AT_THEIR_END], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "loss 5\n"), done.stderr[-2000:]


def test_the_contract_kit_names_moves_as_the_rules_do() -> None:
    class Twice(TicTacToe):
        def moves(self, state: Any) -> Sequence[int]:
            return [*super().moves(state), 7]

    with pytest.raises(AssertionError, match="the move 7 is listed twice"):
        rw.check(Twice())
