"""What a search found. Every value says what it is: proven, a bound, or an estimate."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

__all__ = ["Analysis", "Iteration", "Line", "MoveValue", "Solution", "Solutions", "Value"]

_SIGNS = {"exact": "", "at_least": "≥ ", "at_most": "≤ "}


class Value:
    """A value with its label.

    ``kind`` is ``win``, ``loss`` or ``draw`` (for the side to move), ``payoff`` or ``expected`` (points, proven), or ``estimate``.
    """

    __slots__ = ("data",)

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    @property
    def kind(self) -> str:
        """``win``, ``loss``, ``draw``, ``payoff``, ``expected`` or ``estimate``."""
        return str(self.data["kind"])

    @property
    def proven(self) -> bool:
        """It does not rest on an estimate."""
        return self.kind != "estimate"

    @property
    def plies(self) -> int | None:
        """Plies to the end of the game, for wins and losses."""
        return self.data.get("plies")

    @property
    def mate(self) -> int | None:
        """The same as moves to mate, in games that use this count."""
        return self.data.get("mate")

    @property
    def points(self) -> float | None:
        """The points of payoffs and estimates; for MAX in games that count points, else for the side to move."""
        return self.data.get("value")

    @property
    def fraction(self) -> Fraction | None:
        """The points exactly, where the game counts in fractions or whole points."""
        text = self.data.get("fraction")
        if text is not None:
            return Fraction(text)
        points = self.points
        return Fraction(points) if isinstance(points, int) else None

    @property
    def win_probability(self) -> float | None:
        """The probability of winning, in games where points stand for it."""
        return self.data.get("win_probability")

    def __eq__(self, other: object) -> bool:
        return self.data == other.data if isinstance(other, Value) else NotImplemented

    def __hash__(self) -> int:
        return hash(json.dumps(self.data, sort_keys=True))

    def __str__(self) -> str:
        kind, points = self.kind, self.data.get("fraction", self.points)
        if kind in ("win", "loss"):
            if self.mate is not None:
                return f"mate{'d' if kind == 'loss' else ''} in {self.mate}"
            return kind if self.plies is None else f"{kind} in {self.plies}"
        if kind == "draw":
            return "draw"
        if kind == "estimate":
            if self.win_probability is not None:
                return f"about {100 * self.win_probability:.2f} %"
            return f"about {points:+g}" if isinstance(points, (int, float)) else f"about {points}"
        return f"{kind} {points}"

    def __repr__(self) -> str:
        return f"<Value {self}>"


class _WithData:
    """What has its data as the program's ``--json`` has it."""

    @property
    def data(self) -> dict[str, Any]:
        """The data, as the program's ``--json`` has it."""
        raise NotImplementedError


class _Part(_WithData):
    """A part of a result."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    @property
    def data(self) -> dict[str, Any]:
        """The data, as the program's ``--json`` has it."""
        return self._data


class _Valued(_WithData):
    """What lines and finished depths have in common: a value with its label."""

    @property
    def value(self) -> Value:
        """What it is worth; of several lines, the best."""
        return Value(self.data["score"])

    @property
    def bound(self) -> str:
        """``exact``, or how the true value relates to this one."""
        return str(self.data["bound"])

    @property
    def proven(self) -> bool:
        """The value does not rest on an estimate."""
        return bool(self.data["proven"])


class Line(_Part, _Valued):
    """A line of play with its value."""

    @property
    def moves(self) -> list[str]:
        """The moves, as far as they are known."""
        return list(self.data["line"])

    @property
    def first(self) -> str | None:
        """The first move."""
        return self.data.get("move", self.data["line"][0] if self.data["line"] else None)

    def __eq__(self, other: object) -> bool:
        return self.data == other.data if isinstance(other, Line) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.data["line"]))

    def __str__(self) -> str:
        return f"{_SIGNS.get(self.bound, '')}{self.value}: {' '.join(self.moves)}"

    def __repr__(self) -> str:
        return f"<Line {self}>"


class _Report:
    """JSON that is read when it is needed."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def data(self) -> dict[str, Any]:
        """Everything, as the program's ``--json`` has it."""
        data: dict[str, Any] = json.loads(self._text)
        return data

    @property
    def json(self) -> str:
        """The same as text."""
        return self._text

    @property
    def proven(self) -> bool:
        """The value does not rest on an estimate."""
        return bool(self.data["proven"])

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return int(self.data["nodes"])

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __getstate__(self) -> dict[str, Any]:
        return {"_text": self._text}


class _Ended(_Report):
    """What the results of searches have in common."""

    @property
    def stopped(self) -> bool:
        """A limit of nodes or time, or Ctrl-C, stopped it."""
        # A depth that was finished before an exception says nothing of the end.
        return bool(self.data.get("stopped", True))

    @property
    def ended_by(self) -> str | None:
        """What ended it: ``proven``, ``depth``, ``nodes``, ``time`` or ``stop``; ``None`` if no limit stopped it."""
        return self.data.get("ended_by")

    @property
    def source(self) -> str | None:
        """Where the value comes from, if not from a search: ``book`` or ``tables``."""
        return self.data.get("source")


class Iteration(_Report, _Valued):
    """One finished depth of an analysis."""

    @property
    def depth(self) -> int | None:
        """Its depth; ``None`` if the game was searched to its end at once."""
        depth: int | None = self.data["depth"]
        return depth

    @property
    def best(self) -> str | None:
        """The best move so far."""
        line: list[str] = self.data["line"]
        return line[0] if line else None

    @property
    def line(self) -> list[str]:
        """The best line."""
        return list(self.data["line"])

    @property
    def lines(self) -> list[Line]:
        """All lines, the best first."""
        return [Line(line) for line in self.data.get("lines") or [self.data]]

    @property
    def time(self) -> float:
        """Seconds since the analysis began."""
        return float(self.data["elapsed_ms"]) / 1e3

    def __repr__(self) -> str:
        sign = _SIGNS.get(self.bound, "")
        return f"<Iteration depth={self.depth} {sign}{self.value} {' '.join(self.line[:8])}>"


class Analysis(_Ended, Iteration):
    """The result of `Position.analyze`."""

    def __init__(self, text: str, iterations: Iterable[Iteration] = ()) -> None:
        super().__init__(text)
        self.iterations: list[Iteration] = list(iterations)
        """The finished depths."""

    @property
    def best(self) -> str | None:
        """The best move; ``None`` if the game is over, and at a chance node."""
        if "best" in self.data:
            best: str | None = self.data["best"]
            return best
        return super().best

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """At a chance node, each outcome with its value, if asked for."""
        return list(self.data.get("outcomes", []))

    def __getstate__(self) -> dict[str, Any]:
        return {"_text": self._text, "iterations": self.iterations}

    def __str__(self) -> str:
        sign = _SIGNS.get(self.bound, "")
        label = "" if self.proven else " (an estimate)"
        best = f"{self.best}: " if self.best else ""
        depth = "" if self.depth is None else f", depth {self.depth}"
        return f"{best}{sign}{self.value}{label}, {self.nodes:,} nodes{depth}"

    def __repr__(self) -> str:
        return f"<Analysis {self}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(_SIGNS.get(line.bound, ''))}{escape(str(line.value))}</td>"
            f"<td>{'proven' if line.proven else 'an estimate'}</td>"
            f"<td style='text-align:left'>{escape(' '.join(line.moves[:16]))}</td></tr>"
            for line in self.lines
        )
        return f"<table><thead><tr><th>value</th><th></th><th>line</th></tr></thead>{rows}</table><p>{escape(str(self))}</p>"


class _Solved(_WithData):
    """What solutions and the values of moves have in common: a score in their data."""

    @property
    def value(self) -> Value | None:
        """What it is worth, for the side to move, or for MAX in games that count points; ``None`` if it is not known."""
        score = self.data["score"]
        return None if score is None else Value(score)

    @property
    def outcome(self) -> str | None:
        """The value in a word: ``win``, ``draw`` or ``loss`` for the side to move, ``payoff``, or ``expected``."""
        return None if self.value is None else self.value.kind

    @property
    def payoff(self) -> float | None:
        """Points for MAX, in games that count them."""
        value = self.value
        return None if value is None or value.data.get("for") != "max" else value.points

    @property
    def plies(self) -> int | None:
        """Plies to the end with best play, if they are known."""
        return None if self.value is None else self.value.plies


class MoveValue(_Part, _Solved):
    """The proven value of a move."""

    @property
    def move(self) -> str:
        """The move."""
        return str(self.data["move"])

    def __repr__(self) -> str:
        return f"<{self.move}: {'not proven' if self.value is None else self.value}>"


class Solution(_Ended, _Solved):
    """The result of `Position.solve`."""

    @property
    def fraction(self) -> Fraction | None:
        """The payoff exactly, if the game counts in fractions or whole points."""
        return None if self.value is None or self.payoff is None else self.value.fraction

    @property
    def expected(self) -> float | None:
        """The mean result or the probability of winning, in games of chance."""
        score = self.data["score"] or {}
        if "win_probability" in score:
            return float(score["win_probability"])
        return float(score["value"]) if score.get("kind") == "expected" or "lowest" in score else None

    @property
    def error(self) -> float | None:
        """The greatest possible error of `expected`; ``None`` where it is exact up to rounding."""
        return (self.data["score"] or {}).get("error")

    @property
    def mate(self) -> int | None:
        """A win or loss as moves to mate, in games that use this count."""
        return None if self.value is None else self.value.mate

    @property
    def bound(self) -> str:
        """``exact``, ``at_least``, ``at_most``, ``between``, or ``none`` if nothing is known."""
        if self.proven:
            return "exact"
        low, high = self.at_least is not None, self.at_most is not None
        return {(True, True): "between", (True, False): "at_least", (False, True): "at_most"}.get((low, high), "none")

    @property
    def at_least(self) -> Value | None:
        """The value is this or better, where it is not proven."""
        data = self.data.get("at_least")
        return None if data is None else Value(data)

    @property
    def at_most(self) -> Value | None:
        """The value is this or worse, where it is not proven."""
        data = self.data.get("at_most")
        return None if data is None else Value(data)

    @property
    def best(self) -> str | None:
        """The best move."""
        best: str | None = self.data["best"]
        return best

    @property
    def line(self) -> list[str]:
        """Best play to the end of the game."""
        return list(self.data.get("line") or [])

    @property
    def lines(self) -> list[list[str]]:
        """The line of best play, as a list of one."""
        return [self.line] if self.line else []

    @property
    def moves(self) -> list[MoveValue]:
        """Every move, best first, if asked for with ``all_moves=True``."""
        return [MoveValue(data) for data in self.data.get("moves") or []]

    def __str__(self) -> str:
        value = "" if self.value is None else str(self.value)
        if self.expected is not None:
            value = f"{self.expected:.6g}" if self.error is None else f"{self.expected:.6g} ± {self.error:.2g}"
        if not self.proven:
            limits = [f"≥ {self.at_least}"] * (self.at_least is not None) + [f"≤ {self.at_most}"] * (self.at_most is not None)
            value = ", ".join(["not proven", *([value] if value else []), *([" and ".join(limits)] if limits else [])])
        best = f", best {self.best}" if self.best else ""
        return f"{value}{best}, {self.nodes:,} nodes"

    def __repr__(self) -> str:
        return f"<Solution {self}>"


class Solutions:
    """The result of `solve_many`: a table with one row a position. ``table["value"]`` is a column, ``table[3]`` a `Solution`."""

    columns = ("position", "value", "payoff", "plies", "best", "proven", "nodes", "micros", "error")

    def __init__(self, table: dict[str, list[Any]]) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table["position"])

    def __getitem__(self, key: str | int) -> Any:
        if isinstance(key, str):
            return self._table[key]
        text = self._table["json"][key]
        return None if text is None else Solution(text)

    def __iter__(self) -> Iterator[Solution | None]:
        return (self[place] for place in range(len(self)))

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {name: self._table[name] for name in self.columns}

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame; pandas must be installed."""
        import pandas

        return pandas.DataFrame(self.to_dict())

    def __repr__(self) -> str:
        proven = sum(bool(proven) for proven in self._table["proven"])
        return f"<Solutions of {len(self)} positions, {proven} proven>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in self.columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(str(self._table[name][row]))}</td>" for name in self.columns) + "</tr>"
            for row in range(min(len(self), 20))
        )
        more = f"<p>… and {len(self) - 20} more</p>" if len(self) > 20 else ""
        return f"<table><thead><tr>{head}</tr></thead>{rows}</table>{more}"
