"""The rig of each mode, and a guard: a test that hangs fails instead."""

import asyncio
import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import ParamSpec

import pytest

from tests.streaming_protocol.system.rig import Mode, Rig, open_rig

GUARD_SECONDS = 120
_P = ParamSpec("_P")


@pytest.fixture(params=["mock", "real"])
def mode(request: pytest.FixtureRequest) -> Mode:
    return "real" if request.param == "real" else "mock"


@pytest.fixture
async def rig(mode: Mode) -> AsyncIterator[Rig]:
    async with open_rig(mode) as opened:
        yield opened


@pytest.fixture
async def mock_rig() -> AsyncIterator[Rig]:
    async with open_rig("mock") as opened:
        yield opened


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        inside = item.path.parent == Path(__file__).parent
        if inside and isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.obj = _guarded(item.obj)


def _guarded(test: Callable[_P, Awaitable[None]]) -> Callable[_P, Awaitable[None]]:
    @functools.wraps(test)
    async def guarded(*args: _P.args, **kwargs: _P.kwargs) -> None:
        async with asyncio.timeout(GUARD_SECONDS):
            await test(*args, **kwargs)

    return guarded
