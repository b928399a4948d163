"""Searches step by step."""

from __future__ import annotations

import json
import os
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from . import _rootward
from ._games import game
from ._limits import Limit, text_of, whole
from ._position import Position

__all__ = ["Picture", "Trace", "tree"]


class TraceAsked:
    """The settings of a trace as the native part reads them."""

    __slots__ = ("algorithm", "cut", "depth", "fail", "nodes", "order", "techniques", "time")

    def __init__(
        self, algorithm: str, depth: int | None, cut: str, fail: str, order: str, techniques: str | None, limit: Limit
    ) -> None:
        self.depth, self.nodes, self.time = depth, limit.nodes, limit.time
        self.algorithm = text_of(algorithm, "algorithm") or "alpha-beta"
        self.cut = text_of(cut, "cut") or "at"
        self.fail = text_of(fail, "fail") or "soft"
        self.order = text_of(order, "order") or "given"
        self.techniques = text_of(techniques, "techniques")


def tree(text: str) -> Position:
    """A tree drawn on paper, as a position: nested lists of points for MAX.

    >>> tree("((3 12 8) (2 4 6) (14 5 2))").solve().payoff
    3
    """
    return game("tree").position(text)


class Picture:
    """A picture that a notebook shows; `svg` is its text."""

    def __init__(self, svg: str, words: str) -> None:
        self.svg = svg
        self.words = words

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture: {self.words}>"


class Trace:
    """Everything that a search did, step by step: as data, as pictures, as a page that steps through it.

    >>> t = tree("((3 12 8) (2 4 6) (14 5 2))").trace()
    >>> next(step["sentence"] for step in t.steps if step["kind"] == "cut")
    'C: 2 ≤ α = 3 set at A, so MAX will never come here: 2 leaves skipped.'

    In a notebook a trace shows itself with buttons for the steps.
    """

    def __init__(self, core: _rootward.TraceCore) -> None:
        self._core = core

    @cached_property
    def data(self) -> dict[str, Any]:
        """Everything: setup, nodes, steps, summary."""
        data: dict[str, Any] = json.loads(self._core.json())
        return data

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps; number 1 is the first."""
        return list(self.data["steps"])

    @property
    def summary(self) -> dict[str, Any]:
        """Value, line, and counts of nodes, leaves and cuts."""
        return dict(self.data["summary"])

    @property
    def value(self) -> str:
        """The value at the root, as it is written."""
        return str(self.summary["score"]["text"])

    @property
    def settings(self) -> str:
        """What was traced, in words."""
        return self._core.settings()

    def __len__(self) -> int:
        return self._core.count()

    def step(self, number: int | None = None, *, theme: str = "light", max_nodes: int = 1000) -> Picture:
        """The tree after a step; 0 is before the first one. Without a number, after the last."""
        number = self._number(number)
        most = whole(max_nodes, "max_nodes", 1, 1_000_000)
        svg = self._core.svg(number, text_of(theme, "theme") or "light", most)
        return Picture(svg, self.steps[number - 1]["sentence"] if number else "before the first step")

    def _number(self, number: int | None) -> int:
        return len(self) if number is None else whole(number, "step", 0, len(self))

    def to_frame(self) -> Any:
        """The steps as a pandas DataFrame; pandas must be installed."""
        import pandas

        columns = ("number", "ply", "name", "side", "kind", "by", "sentence")
        rows = [{name: step.get(name) for name in columns} | _numbers(step) for step in self.steps]
        return pandas.DataFrame(rows)

    def save(
        self,
        path: str | os.PathLike[str],
        step: int | None = None,
        *,
        theme: str = "light",
        max_nodes: int = 1000,
        worksheet: bool = False,
    ) -> Path:
        """Writes a step as ``.svg``, ``.png``, ``.pdf``, ``.tex`` or ``.dot``, or everything as ``.html`` or ``.json``."""
        target = Path(path)
        most = whole(max_nodes, "max_nodes", 1, 1_000_000)
        content = self._core.export(
            self._number(step), target.suffix.lstrip("."), text_of(theme, "theme") or "light", most, bool(worksheet)
        )
        target.write_bytes(content)
        return target

    def html(self, step: int = 0) -> str:
        """A page that steps through everything; it loads nothing from elsewhere."""
        return self._core.export(self._number(step), "html").decode()

    def __str__(self) -> str:
        return self._core.text()

    def __repr__(self) -> str:
        return f"<Trace of {len(self)} steps, value {self.value}: {self.settings}>"

    def _repr_html_(self) -> str:
        if len(self) > 3000:
            return f"<p>{escape(repr(self))}</p>{self._core.svg(len(self))}"
        return (
            f'<iframe srcdoc="{escape(self.html())}" style="width:100%;height:620px;border:1px solid #ccc" '
            f'sandbox="allow-scripts" title="{escape(repr(self))}"></iframe>'
        )


def _numbers(step: dict[str, Any]) -> dict[str, Any]:
    """Value and window of a step as text."""

    def text(value: Any) -> Any:
        return value.get("text") if isinstance(value, dict) else value

    window = step.get("window") or {}
    return {"value": text(step.get("score")), "alpha": text(window.get("low")), "beta": text(window.get("high"))}
