"""A game for the tests of jobs: counting down, with positions that fail in every way."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

import rootward as rw
from rootward import _rootward


class Countdown(rw.Game["tuple[int, int]", int]):
    """Take one or two from a heap; whoever cannot loses. A heap of 100 or more is a trap."""

    def initial(self) -> tuple[int, int]:
        return (0, 10)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[0]

    def outcome(self, state: tuple[int, int]) -> float | None:
        trap = state[1]
        if trap == 100:
            raise KeyError("a rule that fails")
        if trap == 101:
            _rootward.panic_for_tests()
        if trap == 102:
            os.abort()
        if trap == 103:
            time.sleep(3600)
        if trap == 104:
            bytearray(1 << 40)
        if trap == 105:
            os._exit(7)
        return None if state[1] else (-1 if state[0] == 0 else 1)

    def moves(self, state: tuple[int, int]) -> Iterable[int]:
        return range(1, min(2, state[1]) + 1)

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (1 - state[0], state[1] - move)
