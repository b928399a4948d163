"""Openings for matches: random ones that differ, by a seed."""

from __future__ import annotations

import random

from .._games import GameLike

__all__ = ["openings"]

USUAL_PLIES = 6
TRIES = 50


def openings(game: GameLike, count: int, plies: int | None, seed: int) -> list[str]:
    """Positions after random plies, each once as far as there are so many; a game of chance begins at its start.

    >>> from rootward import game
    >>> openings(game("connect-four"), 3, 2, 1) == openings(game("connect-four"), 3, 2, 1)
    True
    """
    if getattr(game, "has_chance", False):
        return [game.start.text] * count
    dice = random.Random(seed)
    length = USUAL_PLIES if plies is None else plies
    found = dict[str, None]()
    misses = 0
    while len(found) < count and misses < TRIES * count:
        text = _random(game, length, dice)
        if text is None or text in found:
            misses += 1
            # A short game has no positions of this length; a small one has too few that differ.
            if plies is None and misses % TRIES == 0 and length > 1 and not found:
                length -= 1
            continue
        found[text] = None
    return list(found) or [game.start.text]


def _random(game: GameLike, plies: int, dice: random.Random) -> str | None:
    position = game.start
    for _ in range(plies):
        moves = position.moves
        if not moves:
            return None
        position = position.play(dice.choice(moves))
    return position.text if position.moves else None
