"""The exceptions of the package."""

from __future__ import annotations

from typing import Any, TypeVar

__all__ = ["InternalError", "Interrupted", "Problem"]

Known = TypeVar("Known")


class Problem(ValueError):
    """Input that makes no sense: one sentence that says what, where, and what was expected.

    >>> import rootward as rw
    >>> try:
    ...     rw.game("connect-four").position("448")
    ... except rw.Problem as problem:
    ...     print(problem.expected, problem.place)
    a column from 1 to 7 (1, 3)
    """

    expected: str | None
    """What was expected instead, if it is known separately."""
    place: tuple[int, int] | None
    """Line and column of the text, both from 1, if known."""

    def __init__(self, sentence: str, expected: str | None = None, place: tuple[int, int] | None = None) -> None:
        super().__init__(sentence)
        self.expected = expected
        self.place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.expected, self.place))


class InternalError(RuntimeError):
    """A defect of this library: it would be a crash in a program. The message says where; please report it."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or the stop button of a notebook, while something was searched. It is a ``KeyboardInterrupt``."""

    known: Any
    """What was known by then, labelled as such: an `Analysis`, a `Solution`, a `Solutions`; ``None`` if nothing was."""

    def __init__(self, known: Any = None) -> None:
        super().__init__("interrupted" if known is None else f"interrupted; known so far: {known}")
        self.known = known


def result_or_raise(known: Known | None, error: BaseException | None) -> Known:
    """What a search has found; or the exception that ended it early, which for Ctrl-C has what was known by then."""
    if isinstance(error, KeyboardInterrupt):
        raise Interrupted(known) from error
    if error is not None:
        raise error
    assert known is not None
    return known
