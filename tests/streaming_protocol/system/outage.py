"""An outage: calls of a port that fail, before their effect or behind it.

Behind it: the call took effect, and only its answer was lost on the way back.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Coroutine
from typing import ParamSpec, TypeVar

import pytest

from labs.runtime.ports import Unavailable

P = ParamSpec("P")
T = TypeVar("T")
Job = Coroutine[object, object, None]
JOURNAL = ("create", "load", "write", "events", "lines", "asked", "waiting")
BUS = ("publish", "position")

_MEANT: contextvars.ContextVar[bool] = contextvars.ContextVar("meant", default=False)


def start_meant(job: Job) -> "asyncio.Task[None]":
    """Start a job whose calls are meant, and those of the tasks that it starts."""
    token = _MEANT.set(True)
    try:
        return asyncio.create_task(job)
    finally:
        _MEANT.reset(token)


class Outage:
    """Spoils these methods of one port.

    `away`: every call fails. `strike`: one single call does.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, service: str, port: object, *names: str
    ) -> None:
        self.away = False
        self.struck = False
        self._to_go: int | None = None
        self._behind = False
        self._meant_only = True
        self._error = Unavailable(service, "a server of this test")
        for name in names:
            monkeypatch.setattr(port, name, self._spoilt(getattr(port, name)))

    def strike(self, at: int, *, behind: bool = False, meant_only: bool = True) -> None:
        """Let the call fail that has so many before it from now on."""
        self._to_go, self._behind, self._meant_only = at, behind, meant_only
        self.struck = False

    def spare(self) -> None:
        """Let the call that was to fail not fail after all."""
        self._to_go = None

    def _spoilt(self, call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        async def spoilt(*args: P.args, **kwargs: P.kwargs) -> T:
            hit = self._hits()
            if self.away or (hit and not self._behind):
                raise self._error
            answer = await call(*args, **kwargs)
            if hit:
                raise self._error
            return answer

        return spoilt

    def _hits(self) -> bool:
        if self._to_go is None or (self._meant_only and not _MEANT.get()):
            return False
        self._to_go -= 1
        if self._to_go >= 0:
            return False
        self._to_go, self.struck = None, True
        return True
