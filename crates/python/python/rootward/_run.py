"""An analysis in the background. asyncio is imported where it is used: it takes longer than all the rest."""

from __future__ import annotations

import atexit
import weakref
from types import TracebackType
from typing import Any

from . import _rootward
from ._results import Analysis, Iteration

__all__ = ["Run"]

_running: weakref.WeakSet[Run] = weakref.WeakSet()


class Run:
    """An analysis in the background. It is an iterator, and an asynchronous one, over finished depths; leaving its ``with``
    block stops it. What is known stays: `latest` and `result`."""

    def __init__(self, core: _rootward.RunCore) -> None:
        self._core = core
        self._iterations: list[Iteration] = []
        self._result: Analysis | None = None
        self._error: BaseException | None = None
        self._joined = False
        _running.add(self)

    @property
    def iterations(self) -> list[Iteration]:
        """The depths that were read so far."""
        return list(self._iterations)

    @property
    def latest(self) -> Iteration | None:
        """The last of them."""
        return self._iterations[-1] if self._iterations else None

    def stop(self) -> None:
        """Ends the search soon; `result` has what is known."""
        self._core.stop()

    @property
    def result(self) -> Analysis:
        """The analysis; waits for the end of the search."""
        self._join()
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result

    def _join(self) -> None:
        if self._joined:
            return
        while (text := self._core.next()) is not None:
            self._iterations.append(Iteration(text))
        finished = self._core.finish()
        self._joined = True
        _running.discard(self)
        if finished is None:
            return
        answer, self._error, _ = finished
        if answer is not None:
            self._result = Analysis(answer, self._iterations)

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
        self._join()
        if kind is None and self._error is not None:
            raise self._error

    def __iter__(self) -> Run:
        return self

    def __next__(self) -> Iteration:
        text = None if self._joined else self._core.next()
        if text is None:
            self._join()
            if self._error is not None:
                raise self._error
            raise StopIteration
        self._iterations.append(Iteration(text))
        return self._iterations[-1]

    async def wait(self) -> Analysis:
        """`result` for asyncio; cancelling stops the search."""
        import asyncio

        try:
            await asyncio.to_thread(self._join)
        except asyncio.CancelledError:
            self.stop()
            raise
        return self.result

    def __aiter__(self) -> Run:
        return self

    async def __anext__(self) -> Iteration:
        import asyncio

        try:
            return await asyncio.to_thread(self._next_or_end)
        except _End:
            raise StopAsyncIteration from None
        except asyncio.CancelledError:
            self.stop()
            raise

    def _next_or_end(self) -> Iteration:
        # StopIteration cannot leave a thread of asyncio.
        try:
            return next(self)
        except StopIteration:
            raise _End from None

    def __repr__(self) -> str:
        state = "finished" if self._joined else "running"
        return f"<Run {state}, {self.latest!r}>"


class _End(Exception):
    pass


@atexit.register
def _stop_all(*_: Any) -> None:
    """A thread that calls rules in Python must not outlive the interpreter."""
    for run in list(_running):
        run.stop()
        try:
            run._join()
        except BaseException:  # noqa: BLE001 - nobody is left to tell
            pass
