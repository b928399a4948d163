"""Games for the tests, written as a user would write them."""

from __future__ import annotations

from collections.abc import Sequence

import rootward as rw

Board = tuple[str, int]


class TicTacToe(rw.Game[Board, int]):
    """Tic-tac-toe: nine letters and who is to move."""

    sides = ("X", "O")
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def initial(self) -> Board:
        return ("." * 9, 0)

    def to_move(self, state: Board) -> int:
        return state[1]

    def outcome(self, state: Board) -> int | None:
        cells = state[0]
        for a, b, c in self.LINES:
            if cells[a] != "." and cells[a] == cells[b] == cells[c]:
                return 1 if cells[a] == "X" else -1
        return None if "." in cells else 0

    def moves(self, state: Board) -> Sequence[int]:
        return [place for place, cell in enumerate(state[0]) if cell == "."]

    def apply(self, state: Board, move: int) -> Board:
        cells, turn = state
        return (cells[:move] + "XO"[turn] + cells[move + 1 :], 1 - turn)

    def draw(self, state: Board) -> str:
        return "\n".join(state[0][row : row + 3] for row in (0, 3, 6))


class Nim(rw.Game[tuple[int, ...], tuple[int, int]]):
    """Whoever takes the last object wins."""

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps or (1, 2, 3)

    def initial(self) -> tuple[int, ...]:
        return (0, *self.heaps)

    def to_move(self, state: tuple[int, ...]) -> int:
        return state[0]

    def outcome(self, state: tuple[int, ...]) -> int | None:
        return None if any(state[1:]) else (1 if state[0] == 1 else -1)

    def moves(self, state: tuple[int, ...]) -> Sequence[tuple[int, int]]:
        return [(heap, take) for heap in range(1, len(state)) for take in range(1, state[heap] + 1)]

    def apply(self, state: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        heaps = list(state)
        heaps[0], heaps[move[0]] = 1 - state[0], heaps[move[0]] - move[1]
        return tuple(heaps)


class Race(rw.Game[tuple[int, int, int, str], int]):
    """A game of chance: roll a die of three sides, choose to add it or not; whoever has more after two turns each wins."""

    has_chance = True

    def initial(self) -> tuple[int, int, int, str]:
        return (0, 0, 0, "")

    def to_move(self, state: tuple[int, int, int, str]) -> int | str:
        return "chance" if state[3] == "" else state[2] % 2

    def outcome(self, state: tuple[int, int, int, str]) -> int | None:
        if state[2] < 4:
            return None
        return (state[0] > state[1]) - (state[0] < state[1])

    def moves(self, state: tuple[int, int, int, str]) -> Sequence[int]:
        return [1, 2, 3] if state[3] == "" else [0, int(state[3])]

    def apply(self, state: tuple[int, int, int, str], move: int) -> tuple[int, int, int, str]:
        first, second, turn, rolled = state
        if rolled == "":
            return (first, second, turn, str(move))
        return (first + move, second, turn + 1, "") if turn % 2 == 0 else (first, second + move, turn + 1, "")


class Walk(rw.Game[tuple[int, int], int]):
    """Positions come again: a token on a ring of five, moved left or right; MAX wins on 2."""

    can_repeat = True

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return 1 if state[0] == 2 else None

    def moves(self, state: tuple[int, int]) -> Sequence[int]:
        return [-1, 1]

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return ((state[0] + move) % 5, 1 - state[1])
