"""Measures what the note on the package says: `python bench.py overhead|batch|own|openspiel|random`. CPU time, since machines are busy."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
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
    won = rw.game("connect-four").position("121212")
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


def own() -> None:
    from games_in_python import TicTacToe

    game = TicTacToe()
    solved = cpu(lambda: game.start.solve(memory="1M"))
    nodes = game.start.solve(memory="1M").nodes
    four = ConnectFour()
    depth6 = cpu(lambda: four.start.analyze(depth=6, memory="4M"))
    print(f"rootward: tic-tac-toe solved {solved:.3f} s, {nodes} nodes; Connect Four depth 6 {depth6:.3f} s, {four.start.analyze(depth=6, memory='4M').nodes} nodes")

    def plain(game: Any, state: Any, known: dict[Any, Any]) -> Any:
        if state in known:
            return known[state]
        value = game.outcome(state)
        if value is None:
            values = [plain(game, game.apply(state, move), known) for move in game.moves(state)]
            value = max(values) if game.to_move(state) == 0 else min(values)
        known[state] = value
        return value

    print(f"a dictionary in Python: tic-tac-toe {cpu(lambda: plain(game, game.initial(), {})):.3f} s")
    from easyAI import Negamax, TwoPlayerGame
    from easyAI.AI import TranspositionTable

    class Easy(TwoPlayerGame):  # type: ignore[misc]
        rules: Any = game
        whole = 9

        def __init__(self) -> None:
            self.players, self.current_player, self.state = [None, None], 1, self.rules.initial()

        def possible_moves(self) -> list[str]:
            return [str(move) for move in self.rules.moves(self.state)]

        def make_move(self, move: str) -> None:
            self.before = getattr(self, "before", []) + [self.state]
            self.state = self.rules.apply(self.state, int(move))

        def unmake_move(self, move: str) -> None:
            self.state = self.before.pop()

        def is_over(self) -> bool:
            return self.rules.outcome(self.state) is not None

        def scoring(self) -> int:
            outcome = self.rules.outcome(self.state)
            points = 1000 * outcome if outcome is not None else self.rules.evaluate(self.state) if self.rules is four else 0
            return int(points) * (1 if self.state[0 if self.rules is four else 1] == 0 else -1)

        def ttentry(self) -> Any:
            return self.state

    for label, rules, depth in [("tic-tac-toe", game, 9), ("Connect Four depth 6", four, 6)]:
        Easy.rules = rules
        for table in (None, TranspositionTable()):
            spent = cpu(lambda: Negamax(depth, tt=table)(Easy()))
            print(f"easyAI {label}{' with its table' if table else ''}: {spent:.3f} s")


def openspiel() -> None:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    for name, depth in [("python_tic_tac_toe", 9), ("tic_tac_toe", 9)]:
        try:
            import open_spiel.python.games  # noqa: F401
            game = pyspiel.load_game(name)
        except Exception as error:  # noqa: BLE001
            print(name, error)
            continue
        theirs = cpu(lambda: minimax.alpha_beta_search(game, maximum_depth=depth + 1, value_function=None, maximizing_player_id=0))
        ours = rw.from_open_spiel(game)
        print(f"{name}: alpha_beta_search {theirs:.3f} s, rootward on the same rules {cpu(lambda: ours.start.solve(memory='1M')):.3f} s")
    from games_in_python import TicTacToe

    print(f"rootward, rules in Python: {cpu(lambda: TicTacToe().start.solve(memory='1M')):.3f} s")


def random_calls() -> None:
    """Wrong types, wrong moves, huge numbers, threads, exceptions: the interpreter must not end."""
    import threading

    count = int(os.environ.get("CALLS", "1000000"))
    dice = random.Random(7)
    from games_in_python import Nim, Race, TicTacToe

    class Wild(TicTacToe):
        def moves(self, state: Any) -> Any:
            if dice.random() < 0.002:
                raise dice.choice([ValueError, KeyError, RuntimeError])("wild")
            return super().moves(state) if dice.random() > 0.001 else dice.choice([None, 5, [[]], "xx"])

    odd: list[Any] = [None, 0, -1, 10**40, 2**63, 1.5, float("nan"), "", "x", "4", "e4", "a1", b"4", [], {}, object(), True, "\x00", "9" * 500, (1, 2), "🂡"]
    names = rw.games()
    starts = [rw.game(name).start for name in names] + [TicTacToe().start, Nim(1, 2).start, Race().start, Wild().start]
    done, raised = 0, 0
    lock = threading.Lock()

    def step(dice: random.Random, positions: list[rw.Position]) -> None:
        p = dice.choice(positions)
        kind = dice.random()
        if kind < 0.45:
            moves = p.moves
            q = p.play(dice.choice(moves) if moves and dice.random() < 0.8 else dice.choice(odd))
            positions[dice.randrange(len(positions))] = q if not q.is_over else dice.choice(starts)
        elif kind < 0.6:
            (p.text, p.to_move, p.outcome, hash(p), p == dice.choice(positions), repr(p), p.evaluation, p.chance)
        elif kind < 0.7:
            p.game.position(dice.choice(odd))
        elif kind < 0.8:
            p.analyze(depth=dice.choice([1, 2, *odd]), nodes=dice.choice([50, 100, 10, *odd]), threads=dice.choice([1, 1, 1, 2, *odd]), lines=dice.choice([1, 2, *odd]), memory=dice.choice([4096, 65536, *odd]))
        elif kind < 0.85:
            p.solve(nodes=dice.choice([10, 100, 300]), memory=dice.choice([4096, 65536]))
        elif kind < 0.88:
            rw.game(dice.choice([*names, *odd]))
        elif kind < 0.91:
            rw.matrix([[dice.choice([1, 2, 3, *odd]) for _ in range(2)] for _ in range(2)])
        elif kind < 0.94:
            p.trace(depth=1 if dice.random() < 0.9 else dice.choice(odd)).step(dice.choice([0, 1, *odd]))
        elif kind < 0.97:
            rw.solve_many(p.game, [dice.choice(["1", "12", *odd])], nodes=20, memory=4096)
        else:
            (p._repr_svg_(), p.board(), p.features, rw.Limit(dice.choice(odd), dice.choice(odd), dice.choice(odd)))

    def work(seed: int) -> None:
        nonlocal done, raised
        own_dice, positions = random.Random(seed), list(starts)
        for _ in range(count // 4):
            try:
                step(own_dice, positions)
            except Exception as error:  # noqa: BLE001
                if isinstance(error, rw.InternalError):
                    print("InternalError:", error)
                with lock:
                    raised += 1
            with lock:
                done += 1

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    spent = cpu(lambda: [*(thread.start() for thread in threads), *(thread.join() for thread in threads)])
    print(f"{done} calls, {raised} exceptions, {spent:.0f} s CPU, the interpreter is alive")


if __name__ == "__main__":
    {"overhead": overhead, "batch": batch, "own": own, "openspiel": openspiel, "random": random_calls}[sys.argv[1]]()
