"""The standings of a match whose pairs were played anywhere: counted in their order, up to the first that is missing or to the one that
decides the test, as if they had been played one after the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .. import _rootward

__all__ = ["Standings"]


class Standings:
    """Pairs counted one after the other.

    >>> match = Standings((0.0, 50.0))
    >>> while not match.is_decided:
    ...     match.add((2, 2))
    >>> match.data()["sprt"]["decision"], match.data()["losses"]
    ('h1', 0)
    """

    def __init__(self, sprt: Sequence[float] | None) -> None:
        self._sprt = None if sprt is None else tuple(sprt)
        self._pairs = list[tuple[int, int]]()
        self._counts = [0] * 5
        self._test: dict[str, Any] | None = None

    @property
    def is_decided(self) -> bool:
        """The test has decided, and counts no more pairs."""
        return self._test is not None and self._test["decision"] != "open"

    def add(self, pair: tuple[int, int] | None) -> None:
        """Counts a pair: half points of the first player in its two games. One that could not be played is left out."""
        if pair is None or self.is_decided:
            return
        self._pairs.append(pair)
        self._counts[pair[0] + pair[1]] += 1
        if self._sprt is not None:
            self._test = json.loads(_rootward.sprt(self._sprt, self._counts))

    def data(self) -> dict[str, Any]:
        """Tally, Elo with its error, and the state of the test."""
        tally, estimate = json.loads(_rootward.estimate(self._pairs))
        return {**tally, **estimate, "sprt": self._test}
