"""A game of one's own in Python: solved, checked, traced, and played against the engine."""

from __future__ import annotations

from collections.abc import Sequence

import rootward as rw

Heaps = tuple[int, ...]
Take = tuple[int, int]


class Nim(rw.Game[Heaps, Take]):
    """Heaps of objects; a move takes some of one heap; whoever takes the last one wins."""

    sides = ("Alice", "Bob")

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def initial(self) -> Heaps:
        return (0, *self.heaps)

    def to_move(self, state: Heaps) -> int:
        return state[0]

    def outcome(self, state: Heaps) -> int | None:
        if any(state[1:]):
            return None
        return -1 if state[0] == 0 else 1

    def moves(self, state: Heaps) -> Sequence[Take]:
        return [(heap, count) for heap in range(1, len(state)) for count in range(1, state[heap] + 1)]

    def apply(self, state: Heaps, move: Take) -> Heaps:
        heaps = list(state)
        heaps[0] = 1 - heaps[0]
        heaps[move[0]] -= move[1]
        return tuple(heaps)


def main() -> None:
    game = Nim(3, 4, 5)
    rw.check(game)
    solution = game.start.solve()
    print("solved:", solution.value, "best", solution.best)
    print(repr(Nim(1, 2).start.trace()))
    result = rw.match(game, "engine nodes=2000", "random", games=10)
    print(result)


if __name__ == "__main__":
    main()
