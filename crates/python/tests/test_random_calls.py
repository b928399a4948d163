"""Random calls: wrong types, wrong moves, huge numbers, threads, exceptions in rules. The interpreter goes on, and nothing but an honest
exception comes out. ROOTWARD_CALLS says how many; 20,000 took 7 s of CPU time with a release build.

It runs in a process of its own, since a crash would end the tests: `python test_random_calls.py` is that process.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from games_in_python import Nim, Race, TicTacToe, Walk

import rootward as rw

CALLS = int(os.environ.get("ROOTWARD_CALLS", "6000"))
THREADS = 4

ODD: list[Any] = [
    None, 0, -1, 10**40, 2**63, 2**64, 1.5, float("nan"), float("inf"), "", "x", "4", "e4", "a1", b"4", [], {}, object(), True,
    "\x00", "\ud800", "9" * 500, "(" * 3000, "((1 2) (3 4))", (1, 2), "🂡", lambda: 1,
]  # fmt: skip


class Wild(TicTacToe):
    """Fails and lies now and then."""

    def moves(self, state: Any) -> Any:
        throw = random.random()
        if throw < 0.002:
            raise random.choice([ValueError, KeyError, RuntimeError, MemoryError])("wild")
        return super().moves(state) if throw > 0.003 else random.choice([None, 5, [[]], "xx", [0, 0, 0]])


class Endless(rw.Game[int, int]):
    """Goes on for ever."""

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def outcome(self, state: int) -> None:
        return None

    def moves(self, state: int) -> list[int]:
        return [1, 2][: 1 + state % 2]

    def apply(self, state: int, move: int) -> int:
        return state + move


STARTS = [rw.game(name).start for name in rw.games()] + [
    game.start for game in (TicTacToe(), Nim(1, 2), Race(), Walk(), Wild(), Endless())
]


class Caller:
    """One thread with its own dice and positions."""

    def __init__(self, seed: int) -> None:
        self.dice, self.positions = random.Random(seed), list(STARTS)
        self.calls = self.raised = 0
        self.defects: list[str] = []

    def odd(self, *usual: Any, odds: float = 0.1) -> Any:
        """Something usual, or now and then something odd."""
        return self.dice.choice(ODD if self.dice.random() < odds or not usual else usual)

    def step(self) -> None:
        kinds: list[tuple[int, Callable[[rw.Position], object]]] = [
            (50, self.play), (20, self.look), (6, self.read), (8, self.analyze), (4, self.solve), (3, self.open), (2, self.matrix),
            (2, self.trace), (2, self.many), (2, self.picture), (1, self.run), (1, self.other),
        ]  # fmt: skip
        weights, calls = zip(*kinds, strict=True)
        call = self.dice.choices(calls, weights)[0]
        self.calls += 1
        try:
            call(self.dice.choice(self.positions))
        except rw.InternalError as error:
            self.defects.append(f"{call.__name__}: {error}")
        except Exception:
            self.raised += 1

    def play(self, p: rw.Position) -> None:
        moves = p.moves
        place = self.dice.randrange(len(self.positions))
        self.positions[place] = self.dice.choice(STARTS)
        after = p.play(self.dice.choice(moves) if moves and self.dice.random() < 0.9 else self.odd())
        if len(after.history) < 60:
            self.positions[place] = after

    def look(self, p: rw.Position) -> None:
        (p.text, p.to_move, p.outcome, hash(p), p == self.dice.choice(self.positions), repr(p), p.evaluation, p.chance)

    def read(self, p: rw.Position) -> None:
        p.game.position(self.odd(p.text, odds=0.7))

    def analyze(self, p: rw.Position) -> None:
        p.analyze(
            depth=self.odd(1, 2, 3), nodes=self.odd(10, 50), threads=self.odd(1, 1, 1, 1, 2, odds=0.03), lines=self.odd(1, 2, odds=0.03),
            memory=self.odd(4096, 65536, odds=0.03), algorithm=self.odd("engine", "engine", "minimax", "alpha-beta", odds=0.03),
            techniques=self.odd(None, None, "none", "all", odds=0.03),
        )  # fmt: skip

    def solve(self, p: rw.Position) -> None:
        p.solve(nodes=self.odd(10, 100, odds=0.03) or 10, time=0.05, memory=self.odd(4096, 65536, odds=0.03), all_moves=self.odd(False, True))

    def open(self, p: rw.Position) -> None:
        rw.game(self.odd("connect-four", "mnk:3,3,3", "chess", "mnk:0,0,0", "connect-four:99x99", odds=0.6))

    def matrix(self, p: rw.Position) -> None:
        rw.matrix([[self.odd(1, 2, "1/3", -4, odds=0.2) for _ in range(2)] for _ in range(2)])

    def trace(self, p: rw.Position) -> None:
        algorithm = self.odd("alpha-beta", "minimax", "engine", "star1", odds=0.05)
        p.trace(depth=self.odd(1, 2, None, odds=0.05), algorithm=algorithm, nodes=300).step(self.odd(0, 1, odds=0.3))

    def many(self, p: rw.Position) -> None:
        rw.solve_many(p.game, [self.odd(p.text, odds=0.3), p.text], nodes=20, memory=4096, workers=self.dice.choice([1, 2]))

    def picture(self, p: rw.Position) -> None:
        (p._repr_svg_(), p.board(), p.features, rw.Limit(self.odd(), self.odd(), self.odd()))

    def run(self, p: rw.Position) -> None:
        with p.analysis(depth=3, nodes=50, memory=4096) as run:
            for _ in run:
                if self.dice.random() < 0.5:
                    break

    def other(self, p: rw.Position) -> None:
        self.dice.choice([
            lambda: rw.MatchPlan(self.odd("tic-tac-toe"), "name=a", self.odd("name=b"), games=self.odd(2), depth=1).play(self.odd(0)),
            lambda: rw.exercise(seed=self.odd(1, 2, 3)),
            lambda: p.perft(self.odd(1)),
            lambda: rw.annotate(self.odd("1. e4 e5 1-0\n"), nodes=10),
            lambda: rw.Engine(memory=self.odd("1M"), book=self.odd(False)).analyze(p, depth=1),
        ])()  # fmt: skip


def main() -> None:
    callers = [Caller(seed) for seed in range(THREADS)]

    def work(caller: Caller) -> None:
        while caller.calls < CALLS // THREADS:
            caller.step()
            if caller.calls % 10_000 == 0:
                print(f"{sum(each.calls for each in callers)} calls so far", file=sys.stderr, flush=True)

    threads = [threading.Thread(target=work, args=(caller,)) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    calls, raised = (sum(getattr(caller, name) for caller in callers) for name in ("calls", "raised"))
    defects = [defect for caller in callers for defect in caller.defects]
    print(f"{calls} calls, {raised} exceptions, {len(defects)} defects, {time.process_time():.0f} s CPU")
    for defect in sorted(set(defects))[:20]:
        print(defect)
    sys.exit(1 if defects else 0)


def test_random_calls_leave_the_interpreter_alive() -> None:
    done = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"exit code {done.returncode}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
    assert done.stdout.startswith(f"{CALLS // THREADS * THREADS} calls")


if __name__ == "__main__":
    main()
