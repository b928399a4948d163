"""The standings of a match whose pairs were played anywhere: counted in their order, up to the first that is missing or to the one that
decides the test, as if they had been played one after the other."""

from __future__ import annotations

import json
import math
from typing import Any

from .. import _rootward

__all__ = ["Standings", "likelihood_ratio"]

HARDLY_ANY = 1e-3
"""The count of a result that did not occur, so that no likelihood is zero."""
ERROR = 0.05
"""The probability of either wrong decision."""


class Standings:
    """Pairs counted one after the other.

    >>> match = Standings((0.0, 50.0))
    >>> while not match.is_decided:
    ...     match.add((2, 2))
    >>> match.data()["sprt"]["decision"], match.data()["losses"]
    ('H1', 0)
    """

    def __init__(self, sprt: tuple[float, float] | None) -> None:
        self._sprt = sprt
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
            self._test = _test(self._counts, self._sprt)

    def data(self) -> dict[str, Any]:
        """Tally, Elo with its error, and the state of the test."""
        tally, estimate = json.loads(_rootward.estimate(self._pairs))
        return {**tally, **estimate, "sprt": self._test}


def _test(counts: list[int], sprt: tuple[float, float]) -> dict[str, Any]:
    upper = math.log((1 - ERROR) / ERROR)
    ratio = likelihood_ratio(counts, *sprt)
    decision = "H1" if ratio >= upper else "H0" if ratio <= -upper else "open"
    return {"elo0": sprt[0], "elo1": sprt[1], "llr": ratio, "lower": -upper, "upper": upper, "decision": decision}


def likelihood_ratio(counts: list[int], elo0: float, elo1: float) -> float:
    """The logarithm of the generalized likelihood ratio of two differences in Elo, from the five counts of pairs. The same computation
    as that of ``rootward match --sprt`` (crate ``arena``, file ``sprt.rs``), where the sources are named."""
    if not any(counts):
        return 0.0
    shares = [max(float(count), HARDLY_ANY) for count in counts]
    number = sum(shares)
    seen = [share / number for share in shares]
    null, other = (_likeliest(seen, 1 / (1 + 10 ** (-elo / 400))) for elo in (elo0, elo1))
    return sum(share * math.log(q / p) for share, p, q in zip(shares, null, other, strict=True))


def _likeliest(seen: list[float], score: float) -> list[float]:
    """The distribution of greatest likelihood with this expected score: the sum below falls as t rises, so bisection finds its zero,
    here to the last digit."""
    off = [place / 4 - score for place in range(5)]
    low, high = -1 / off[4], -1 / off[0]
    for _ in range(64):
        middle = (low + high) / 2
        if sum(p * a / (1 + middle * a) for p, a in zip(seen, off, strict=True)) > 0:
            low = middle
        else:
            high = middle
    t = (low + high) / 2
    return [p / (1 + t * a) for p, a in zip(seen, off, strict=True)]
