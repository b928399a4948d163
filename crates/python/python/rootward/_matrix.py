"""Payoff matrices."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from numbers import Rational
from typing import Any

from . import _rootward
from ._errors import Problem, result_or_raise
from ._limits import listed, seconds, shown

__all__ = ["Equilibrium", "MatrixGame", "matrix"]

MOST_DIGITS = 1000
MOST_EXPONENT = 3
"""Digits of a payoff that is given as text, and of its power of ten."""


def _fraction(number: Any, place: str) -> Fraction:
    """A payoff exactly. A decimal number is what it is written as: 0.1 is 1/10."""
    if hasattr(number, "item") and not isinstance(number, (int, Fraction)):
        # Of NumPy: its 64-bit numbers are floats of Python too, but are written in another way.
        number = number.item()
    try:
        if isinstance(number, Rational):
            return Fraction(number)
        text = repr(number) if isinstance(number, float) else str(number)
        if len(text) > MOST_DIGITS or len(text.lower().partition("e")[2].lstrip("+-0_")) > MOST_EXPONENT:
            # As a fraction it would have millions of digits.
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError, TypeError, OverflowError):
        expected = "a number, a Fraction, or text such as 1/3"
        raise Problem(f"{place}: {shown(number)} is no payoff; expected {expected}", expected) from None


def _table(payoffs: Any, name: str) -> list[list[Fraction]]:
    expected = "rows of equal length, at least one"
    if hasattr(payoffs, "to_numpy"):
        # A DataFrame, of which a list would be the names of its columns.
        payoffs = payoffs.to_numpy()
    if hasattr(payoffs, "tolist"):
        payoffs = payoffs.tolist()
    lines = listed(payoffs)
    rows = [row for row in map(listed, lines or []) if row is not None]
    if lines is None or len(rows) < len(lines):
        raise Problem(f"{name}: {shown(payoffs)} is no table; expected {expected}", expected)
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise Problem(f"{name}: the rows have lengths {[len(row) for row in rows][:9]}; expected {expected}", expected)
    return [
        [_fraction(number, f"{name}[{row}][{column}]") for column, number in enumerate(numbers)]
        for row, numbers in enumerate(rows)
    ]


def _names(given: Any, what: str) -> list[str] | None:
    """The names of strategies."""
    names = None if given is None else listed(given)
    if given is not None and names is None:
        raise Problem(f"{what}: {shown(given)} is no list; expected a list of names", "a list of names")
    return None if names is None else [str(name) for name in names]


def _number(value: Any) -> Fraction | float:
    """A number of the report: exact ones are text."""
    if isinstance(value, dict):
        value = next(iter(value.values()))
    return Fraction(value) if isinstance(value, (str, int)) else float(value)


class Equilibrium:
    """Mixed strategies of both players, none of which gains by another one. Exact, and checked."""

    def __init__(self, data: dict[str, Any], game: MatrixGame) -> None:
        self._data = data
        self._game = game

    @property
    def row(self) -> list[Fraction]:
        """The probabilities of the rows."""
        return [Fraction(number) for number in self._data["row"]]

    @property
    def column(self) -> list[Fraction]:
        """The probabilities of the columns."""
        return [Fraction(number) for number in self._data["column"]]

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        """What each player gets."""
        one, other = self._data["payoffs"]
        return Fraction(one), Fraction(other)

    @property
    def pure(self) -> bool:
        """Each player has one strategy."""
        return bool(self._data["pure"])

    def to_numpy(self) -> Any:
        """Both mixtures as NumPy arrays."""
        import numpy

        return numpy.array([float(p) for p in self.row]), numpy.array([float(p) for p in self.column])

    def __str__(self) -> str:
        def words(names: Sequence[str], mixture: Sequence[Fraction]) -> str:
            return " + ".join(
                name if share == 1 else f"{share} {name}" for name, share in zip(names, mixture, strict=True) if share
            )

        return f"({words(self._game.rows, self.row)}; {words(self._game.columns, self.column)}), payoffs {self.payoffs[0]}, {self.payoffs[1]}"

    def __repr__(self) -> str:
        return f"<Equilibrium {self}>"


class MatrixGame:
    """A game in which both players choose at once: ``MatrixGame(A)`` is zero-sum, ``MatrixGame(A, B)`` has payoffs for each.

    Payoffs may be lists, NumPy arrays, Fractions or text such as ``"1/3"``; everything is computed exactly.

    >>> game = MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> game.value, game.equilibria[0].row
    (Fraction(0, 1), [Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)])
    """

    def __init__(
        self,
        A: Any,
        B: Any = None,
        *,
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        equilibria: str | None = None,
        exact: bool = False,
        time: float | None = None,
    ) -> None:
        first = _table(A, "A")
        second = None if B is None else _table(B, "B")
        if second is not None and (len(second), len(second[0])) != (len(first), len(first[0])):
            size = f"{len(first)} rows and {len(first[0])} columns, as A"
            raise Problem(f"B has {len(second)} rows and {len(second[0])} columns; expected {size}", size)
        if equilibria not in (None, "all", "one"):
            raise Problem(f"equilibria: {shown(equilibria)}; expected 'all', 'one' or None", "'all', 'one' or None")
        text = "; ".join(
            " ".join(
                str(number) if second is None else f"{number},{second[row][column]}"
                for column, number in enumerate(numbers)
            )
            for row, numbers in enumerate(first)
        )
        all_of = None if equilibria is None else equilibria == "all"
        limit = None if time is None else seconds(time)
        names = [_names(given, what) for given, what in ((rows, "rows"), (columns, "columns"))]
        answer, error = _rootward.matrix(text, names[0], names[1], all_of, bool(exact), limit)
        self.data: dict[str, Any] = json.loads(answer)
        """Everything, as the program's ``--json`` has it."""
        self.A, self.B = first, second
        result_or_raise(self, error)

    @property
    def rows(self) -> list[str]:
        """The names of the rows."""
        return list(self.data["rows"])

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.data["columns"])

    @property
    def value(self) -> Fraction | float | None:
        """What the row player can be sure of in a game of constant sum; a float is within the error that ``data`` tells.
        ``None`` for other games."""
        solution = self.data["zero_sum"]
        return None if solution is None else _number(solution["value"])

    @property
    def optimal(self) -> tuple[list[Fraction | float], list[Fraction | float]] | None:
        """Optimal strategies of both players in a game of constant sum."""
        solution = self.data["zero_sum"]
        if solution is None:
            return None
        return [_number(number) for number in solution["row"]], [_number(number) for number in solution["column"]]

    @property
    def equilibria(self) -> list[Equilibrium]:
        """The equilibria that were found, the pure ones first."""
        return [Equilibrium(data, self) for data in self.data["equilibria"]["list"]]

    @property
    def complete(self) -> bool:
        """These are all extreme equilibria."""
        return bool(self.data["equilibria"]["complete"])

    @property
    def dominance(self) -> list[str]:
        """The elimination of strictly dominated strategies, a sentence a step."""
        return [step["sentence"] for step in self.data["strict"]["steps"]]

    @property
    def pure(self) -> list[tuple[str, str]]:
        """The equilibria in pure strategies, by names."""
        return [(self.rows[cell["row"]], self.columns[cell["column"]]) for cell in self.data["pure"]]

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value}"
        return f"<MatrixGame {len(self.A)} × {len(self.A[0])}{value}, {len(self.equilibria)} equilibria>"

    def _repr_html_(self) -> str:
        def cell(row: int, column: int) -> str:
            one = str(self.A[row][column])
            return one if self.B is None else f"{one}, {self.B[row][column]}"

        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            f"<tr><th>{escape(name)}</th>"
            + "".join(f"<td>{cell(row, column)}</td>" for column in range(len(self.columns)))
            + "</tr>"
            for row, name in enumerate(self.rows)
        )
        steps = "".join(f"<li>{escape(step)}</li>" for step in self.dominance)
        found = "".join(f"<li>{escape(str(equilibrium))}</li>" for equilibrium in self.equilibria)
        value = "" if self.value is None else f"<p>value {self.value}</p>"
        return (
            f"<table><thead><tr><th></th>{head}</tr></thead>{body}</table>"
            f"{f'<p>dominated:</p><ol>{steps}</ol>' if steps else ''}{value}<p>equilibria:</p><ol>{found}</ol>"
        )


def matrix(A: Any, B: Any = None, **settings: Any) -> MatrixGame:
    """`MatrixGame`, analysed.

    >>> matrix([[3, 1], [4, 2]], [[4, 2], [1, 3]]).dominance[0]
    'row player: r1 is strictly dominated by r2'
    """
    return MatrixGame(A, B, **settings)
