"""Measures what the note on the package says: `python bench.py overhead|batch|own|openspiel|threads`. CPU time, since machines are busy."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

import rootward as rw

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "tests"))


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def rate(count: int, work: Callable[[], object]) -> str:
    best = min(cpu(lambda: [work() for _ in range(count)]) for _ in range(3))
    return f"{count / best / 1e3:.0f} k/s ({best / count * 1e6:.2f} µs)"


def overhead() -> None:
    for name, text, move in [("connect-four", "4453", "4"), ("tic-tac-toe", "X.O/.X./..O", "a1"), ("chess", "", "e4")]:
        p = rw.game(name).position(text or None)
        print(f"{name}: moves {rate(50_000, lambda: p.moves)}, play {rate(50_000, lambda: p.play(move))}")
    p = rw.game("connect-four").start
    # Beyond the plies of the book.
    won = rw.game("connect-four").position("12121244")
    print(f"text {rate(20_000, lambda: p._core.written())}, view {rate(10_000, p.view)}, solve a win in 1 {rate(3000, won.solve)}")


def easy(count: int) -> list[str]:
    dice, game, found = random.Random(5), rw.game("connect-four"), list[str]()
    while len(found) < count:
        p = game.start
        for _ in range(28):
            if not p.moves:
                break
            p = p.play(dice.choice(p.moves))
        if p.moves:
            found.append("".join(p.history))
    return found


def batch() -> None:
    """1,000 easy positions here and by the program, whose start is part of its time."""
    texts = easy(1000)
    rw.solve_many("connect-four", texts[:1])
    ours = min(cpu(lambda: rw.solve_many("connect-four", texts)) for _ in range(3))
    single = cpu(lambda: [rw.game("connect-four").position(text).solve(whole_line=False) for text in texts])
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(texts))
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for _ in range(3):
            subprocess.run([os.environ["ROOTWARD"], "solve", "connect-four", "--from", file.name], stdout=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / 3
    print(f"1,000 positions: solve_many {ours:.3f} s, one by one {single:.3f} s, the program {theirs:.3f} s CPU")


class ConnectFour(rw.Game[Any, int]):
    """Connect Four on a tuple of columns, as a textbook writes it. A stone is worth more near the middle."""

    def evaluate(self, state: Any) -> int:
        weights = (1, 2, 3, 4, 3, 2, 1)
        return sum(weight * (column.count("X") - column.count("O")) for weight, column in zip(weights, state[1], strict=True))

    def initial(self) -> Any:
        return (0, ("",) * 7)

    def to_move(self, state: Any) -> int:
        return int(state[0])

    def moves(self, state: Any) -> list[int]:
        return [column for column in range(7) if len(state[1][column]) < 6]

    def apply(self, state: Any, move: int) -> Any:
        turn, columns = state
        return (1 - turn, (*columns[:move], columns[move] + "XO"[turn], *columns[move + 1 :]))

    def outcome(self, state: Any) -> int | None:
        columns = state[1]
        last = "XO"[1 - state[0]]
        at = lambda c, r: 0 <= c < 7 and 0 <= r < len(columns[c]) and columns[c][r] == last  # noqa: E731
        for c in range(7):
            for r in range(len(columns[c])):
                if at(c, r) and any(all(at(c + n * dc, r + n * dr) for n in range(4)) for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))):
                    return 1 if last == "X" else -1
        return 0 if all(len(column) == 6 for column in columns) else None


class Plain(ConnectFour):
    """The same without an evaluation."""

    evaluate = None


def plain(game: Any, state: Any, known: dict[Any, Any]) -> Any:
    """Minimax with a dictionary, as a few lines of Python have it."""
    if state in known:
        return known[state]
    value = game.outcome(state)
    if value is None:
        values = [plain(game, game.apply(state, move), known) for move in game.moves(state)]
        value = max(values) if game.to_move(state) == 0 else min(values)
    known[state] = value
    return value


def rules() -> list[tuple[str, Any, int]]:
    """Games in Python, and how deep they are searched."""
    from games_in_python import TicTacToe

    return [
        ("tic-tac-toe, solved", TicTacToe(), 9),
        ("Connect Four to depth 6", ConnectFour(), 6),
        ("Connect Four to depth 6 without an evaluation", Plain(), 6),
    ]


def ours(game: Any, depth: int) -> float:
    """Seconds of this package for a game in Python, the least of five."""
    work = (lambda: game.start.solve(memory="1M")) if depth == 9 else (lambda: game.start.analyze(depth=depth, memory="4M"))
    return min(cpu(work) for _ in range(5))


def own() -> None:
    """The same rules searched here, by a dictionary in Python, and by easyAI with its table and without."""
    from easyAI import Negamax, TwoPlayerGame
    from easyAI.AI import TranspositionTable

    class Easy(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self, rules: Any) -> None:
            self.players, self.current_player, self.state, self.rules = [None, None], 1, rules.initial(), rules
            self.before = list[Any]()

        def possible_moves(self) -> list[str]:
            return [str(move) for move in self.rules.moves(self.state)]

        def make_move(self, move: str) -> None:
            self.before.append(self.state)
            self.state = self.rules.apply(self.state, int(move))

        def unmake_move(self, move: str) -> None:
            self.state = self.before.pop()

        def is_over(self) -> bool:
            return self.rules.outcome(self.state) is not None

        def scoring(self) -> int:
            outcome = self.rules.outcome(self.state)
            evaluate = self.rules.evaluate
            points = 1000 * outcome if outcome is not None else evaluate(self.state) if evaluate else 0
            return int(points) * (1 if self.rules.to_move(self.state) == 0 else -1)

        def ttentry(self) -> Any:
            return self.state

    for label, game, depth in rules():
        mine = ours(game, depth)
        told = [f"{label}: rootward {mine:.4f} s"]
        for name, table in (("easyAI", None), ("easyAI with its table", TranspositionTable)):
            # A new table for each: it would answer the second time.
            theirs = min(cpu(lambda: Negamax(depth, tt=table and table())(Easy(game))) for _ in range(3))
            told.append(f"{name} {theirs:.4f} s ({theirs / mine:.1f} x)")
        if depth == 9:
            theirs = min(cpu(lambda: plain(game, game.initial(), {})) for _ in range(5))
            told.append(f"a dictionary in Python {theirs:.4f} s ({theirs / mine:.1f} x)")
        print(", ".join(told))


def openspiel() -> None:
    """OpenSpiel's alpha-beta on the rules above as a game in Python of OpenSpiel, and on its own tic-tac-toe."""
    import numpy
    import open_spiel.python.games  # noqa: F401
    import pyspiel
    from open_spiel.python.algorithms import minimax

    def wrapped(name: str, game: Any, actions: int, length: int) -> Any:
        dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
        kind = pyspiel.GameType(
            short_name=name, long_name=name, dynamics=dynamics, chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2, min_num_players=2,
            provides_information_state_string=True, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=False, parameter_specification={},
        )  # fmt: skip
        info = pyspiel.GameInfo(
            num_distinct_actions=actions, max_chance_outcomes=0, num_players=2, min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
            max_game_length=length,
        )  # fmt: skip

        class State(pyspiel.State):  # type: ignore[misc]
            def __init__(self, of: Any) -> None:
                super().__init__(of)
                self.at = game.initial()

            def current_player(self) -> int:
                return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(game.to_move(self.at))

            def _legal_actions(self, player: int) -> list[int]:
                return list(game.moves(self.at))

            def _apply_action(self, action: int) -> None:
                self.at = game.apply(self.at, action)

            def _action_to_string(self, player: int, action: int) -> str:
                return str(action)

            def is_terminal(self) -> bool:
                return game.outcome(self.at) is not None

            def returns(self) -> list[float]:
                won = game.outcome(self.at) or 0
                return [float(won), float(-won)]

            def __str__(self) -> str:
                return str(self.at)

        class Wrapped(pyspiel.Game):  # type: ignore[misc]
            def __init__(self, params: Any = None) -> None:
                super().__init__(kind, info, params or {})

            def new_initial_state(self) -> Any:
                return State(self)

            def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
                return numpy.zeros(1)

        pyspiel.register_game(kind, Wrapped)
        return pyspiel.load_game(name)

    def search(game: Any, depth: int, value: Any) -> float:
        # Beyond the end of a whole game: the depth is not reached.
        most = depth + 1 if depth == 9 else depth
        return min(
            cpu(lambda: minimax.alpha_beta_search(game, maximum_depth=most, value_function=value, maximizing_player_id=0))
            for _ in range(3)
        )

    for number, (label, game, depth) in enumerate(rules()):
        actions, length = (9, 9) if depth == 9 else (7, 42)
        evaluate = game.evaluate
        # Within -1 and 1, as OpenSpiel wants it: the sum of all weights is below 200.
        value = (lambda state: evaluate(state.at) / 200) if evaluate else (lambda state: 0.0)
        mine, theirs = ours(game, depth), search(wrapped(f"bench_{number}", game, actions, length), depth, value)
        print(f"{label}: rootward {mine:.4f} s, OpenSpiel's alpha_beta_search {theirs:.4f} s ({theirs / mine:.1f} x)")
    for name in ("python_tic_tac_toe", "tic_tac_toe"):
        game = pyspiel.load_game(name)
        loaded = rw.from_open_spiel(game)
        mine, theirs = ours(loaded, 9), search(game, 9, None)
        print(f"{name}: rootward on OpenSpiel's rules {mine:.4f} s, OpenSpiel's alpha_beta_search {theirs:.4f} s ({theirs / mine:.1f} x)")


def threads() -> None:
    """Two analyses side by side against one after the other. On a busy machine the wall clock says nothing, but the system tells how
    long each thread waited for a core that others had: what is left of its time, work and waiting for locks, is what it would take on
    a machine of its own."""

    class Spent:
        def __init__(self) -> None:
            with open("/proc/thread-self/schedstat") as file:
                cpu_ns, queue_ns, _ = map(int, file.read().split())
            self.wall, self.cpu, self.queue = time.perf_counter(), cpu_ns / 1e9, queue_ns / 1e9

        def since(self, before: Spent) -> tuple[float, float]:
            """CPU seconds, and seconds in which the thread neither ran nor waited for a core."""
            wall, work, queue = self.wall - before.wall, self.cpu - before.cpu, self.queue - before.queue
            return work, max(0.0, wall - work - queue)

    p = rw.game("chess").start
    told = dict[str, tuple[float, float]]()

    def work(name: str, times: int, gate: threading.Barrier) -> None:
        gate.wait()
        before = Spent()
        for _ in range(times):
            p.analyze(nodes=NODES)
        told[name] = Spent().since(before)

    for _ in range(3):
        wall = dict[str, float]()
        for names in (["alone"], ["one", "other"]):
            gate = threading.Barrier(len(names))
            running = [threading.Thread(target=work, args=(name, 2 // len(names), gate)) for name in names]
            began = time.perf_counter()
            for thread in running:
                thread.start()
            for thread in running:
                thread.join()
            wall[names[0]] = time.perf_counter() - began
        alone, side = sum(told["alone"]), max(sum(told["one"]), sum(told["other"]))
        blocked = ", ".join(f"{1e3 * told[name][1]:.1f}" for name in ("one", "other"))
        print(
            f"two analyses one after the other {alone:.2f} s, side by side {side:.2f} s: {alone / side:.2f} x; blocked for {blocked} ms; "
            f"by the wall clock, with what else runs here, {wall['alone'] / wall['one']:.2f} x"
        )


NODES = 1_000_000


if __name__ == "__main__":
    {"overhead": overhead, "batch": batch, "own": own, "openspiel": openspiel, "threads": threads}[sys.argv[1]]()
