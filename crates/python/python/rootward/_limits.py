"""When a search ends, and what it may use."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from typing import Any

from ._errors import Problem

__all__ = ["Limit"]

MAX_DEPTH = 250
MAX_NODES = 2**63 - 1
MAX_TIME = 1e9


def whole(value: Any, what: str, least: int, most: int) -> int:
    """A whole number within limits; `Problem` otherwise."""
    if isinstance(value, bool):
        raise Problem(f"{what}: {value!r} is no number; expected {least} to {most}", f"{least} to {most}")
    try:
        number = operator.index(value)
    except TypeError:
        if isinstance(value, float) and value.is_integer():
            number = int(value)
        else:
            raise Problem(
                f"{what}: {shown(value)} is no whole number; expected {least} to {most}", f"{least} to {most}"
            ) from None
    if not least <= number <= most:
        raise Problem(f"{what}: {shown(number)} is out of range; expected {least} to {most}", f"{least} to {most}")
    return number


def seconds(value: Any, what: str = "time") -> float:
    """A time in seconds; `Problem` otherwise."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if isinstance(value, (bool, str, bytes, bytearray)) or not 0 < number <= MAX_TIME:
        raise Problem(f"{what}: {shown(value)} is no time; expected seconds above 0", "seconds above 0")
    return number


def memory_of(value: Any) -> int:
    """Bytes, as a number or as text such as ``"64M"``."""
    units = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    expected = "bytes, or text such as 64M or 1G"
    if isinstance(value, str):
        text = value.strip().upper().removesuffix("IB").removesuffix("B")
        number, unit = (text[:-1], text[-1]) if text[-1:] in ("K", "M", "G") else (text, "")
        if not number.isascii() or not number.isdecimal() or len(number) > 12:
            raise Problem(f"memory: {shown(value)} is no size; expected {expected}", expected)
        value = int(number) * units[unit]
    return whole(value, "memory", 4096, 1 << 46)


def refuse_unknown(function: str, settings: Mapping[str, object], kind: type) -> None:
    """`TypeError`, as Python's own for a keyword that a function does not have. ``kind`` is the `TypedDict` of those that it has."""
    for name in settings:
        if name not in kind.__annotations__:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")


def listed(value: Any) -> list[Any] | None:
    """The items of a list or the like; ``None`` for what has none, and for text, which to Python is a list of letters."""
    if isinstance(value, (str, bytes)):
        return None
    try:
        return list(value)
    except TypeError:
        return None


def shown(value: Any) -> str:
    """A value in a sentence: on one line, and not too long."""
    try:
        text = repr(value)
    except Exception:  # a repr of somebody else's class, or a number of too many digits
        text = f"a {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "…"


class Limit:
    """When a search ends: at the first of these that is reached. It never changes.

    Limits of nodes and depth give the same result every time, on every machine; a limit of time does not.

    >>> Limit(nodes=50_000)
    Limit(depth=None, nodes=50000, time=None)
    """

    __slots__ = ("_parts",)
    _parts: tuple[int | None, int | None, float | None]

    def __init__(self, depth: int | None = None, nodes: int | None = None, time: float | None = None) -> None:
        parts = (
            None if depth is None else whole(depth, "depth", 1, MAX_DEPTH),
            None if nodes is None else whole(nodes, "nodes", 1, MAX_NODES),
            None if time is None else seconds(time),
        )
        object.__setattr__(self, "_parts", parts)

    @property
    def depth(self) -> int | None:
        """Plies."""
        return self._parts[0]

    @property
    def nodes(self) -> int | None:
        """Positions visited."""
        return self._parts[1]

    @property
    def time(self) -> float | None:
        """Seconds."""
        return self._parts[2]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a limit does not change; make another one")

    def __bool__(self) -> bool:
        return any(part is not None for part in self._parts)

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, Limit) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Limit, self._parts)

    def __repr__(self) -> str:
        return f"Limit(depth={self.depth}, nodes={self.nodes}, time={self.time})"


def limit_of(limit: Limit | None, depth: Any, nodes: Any, time: Any) -> Limit:
    """The limit that is given as one object, or by parts."""
    if limit is None:
        return Limit(depth, nodes, time)
    if not isinstance(limit, Limit):
        raise Problem(f"limit: {shown(limit)} is no Limit; expected rw.Limit(nodes=…)", "rw.Limit(nodes=…)")
    if depth is not None or nodes is not None or time is not None:
        raise Problem("a limit and its parts are both given; expected one of the two", "one of the two")
    return limit


class Asked:
    """The settings of a search as the native part reads them; every one has been checked."""

    __slots__ = (
        "algorithm", "all_moves", "depth", "lines", "memory", "nodes", "opponent", "outcomes", "techniques", "threads",
        "time", "weak", "whole_line",
    )  # fmt: skip

    def __init__(
        self,
        limit: Limit,
        *,
        threads: Any = 1,
        lines: Any = 1,
        memory: Any = 64 << 20,
        techniques: str | None = None,
        algorithm: str = "engine",
        opponent: str | None = None,
        outcomes: bool = False,
        all_moves: bool = False,
        whole_line: bool = True,
        weak: bool = False,
    ) -> None:
        self.depth, self.nodes, self.time = limit.depth, limit.nodes, limit.time
        self.threads = whole(threads, "threads", 1, 256)
        self.lines = whole(lines, "lines", 1, 1000)
        self.memory = memory_of(memory)
        self.techniques = text_of(techniques, "techniques")
        self.algorithm = text_of(algorithm, "algorithm") or "engine"
        self.opponent = text_of(opponent, "opponent")
        self.outcomes, self.all_moves = bool(outcomes), bool(all_moves)
        self.whole_line, self.weak = bool(whole_line), bool(weak)


def text_of(value: Any, what: str) -> str | None:
    """Text or nothing; `Problem` otherwise."""
    if value is None or isinstance(value, str):
        return value
    raise Problem(f"{what}: {shown(value)} is no text; expected text", "text")
