"""Kills at any await: counts the suspensions of a worker's tasks and cancels it at the n-th."""

import asyncio
import contextvars
from collections.abc import Callable, Coroutine, Generator
from types import TracebackType
from typing import TypeVar, cast

T = TypeVar("T")
_Steps = Coroutine[object, object, T]


class Killer:
    """Kills one job. `fired` says whether the job got as far as its kill."""

    def __init__(self, at: int) -> None:
        self._left = at
        self._victim: asyncio.Task[None] | None = None
        self.fired = False

    def suspended(self) -> None:
        """Called at each suspension of the job's tasks, the job's own and those it started."""
        if self._left == 0 and self._victim is not None and not self.fired:
            self.fired = True
            self._victim.cancel()
        self._left -= 1

    async def drive(self, job: Coroutine[object, object, None]) -> None:
        """Run the job until it ends or is killed."""
        loop = asyncio.get_running_loop()
        loop.set_task_factory(_make_task)  # type: ignore[arg-type]
        token = _KILLER.set(self)
        try:
            self._victim = asyncio.create_task(job)
        finally:
            _KILLER.reset(token)
        await asyncio.wait([self._victim])
        loop.set_task_factory(None)
        if not self._victim.cancelled():
            self._victim.result()


_KILLER: contextvars.ContextVar[Killer | None] = contextvars.ContextVar("killer", default=None)


class _Counted(Coroutine[object, object, T]):
    """A coroutine that reports each of its suspensions."""

    def __init__(self, inner: _Steps[T], report: Callable[[], None]) -> None:
        self._inner = inner
        self._report = report

    def send(self, value: object) -> object:
        yielded = self._inner.send(value)
        self._report()
        return yielded

    def throw(  # type: ignore[override]
        self,
        kind: type[BaseException] | BaseException,
        value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> object:
        error = kind if isinstance(kind, BaseException) else value or kind()
        yielded = self._inner.throw(error)
        self._report()
        return yielded

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[object, None, T]:
        return cast(Generator[object, None, T], self._inner.__await__())


def _make_task(
    loop: asyncio.AbstractEventLoop,
    steps: Coroutine[object, object, T],
    *,
    context: contextvars.Context | None = None,
) -> "asyncio.Task[T]":
    killer = _KILLER.get()
    if killer is not None:
        steps = _Counted(steps, killer.suspended)
    return asyncio.Task(cast(Coroutine[None, None, T], steps), loop=loop, context=context)
