"""Cancels: one that arrives while a driver waits is not lost there.

Knows asyncio only. Drivers use `asyncio.wait_for`, and before Python 3.12 that swallows a cancel
which comes at the moment at which the awaited is done: whoever was to end would go on.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heeded() -> Iterator[None]:
    """Raise, in the end, the cancel that came meanwhile and was swallowed."""
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    yield
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError
