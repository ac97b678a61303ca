"""What every process of a lab does first and last: finds its services, and ends politely.

Knows the environment and signals; no lab.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress

from labs.runtime.system import Services

_EXAMPLES = {
    "REDIS_URL": "redis://127.0.0.1:6379",
    "DATABASE_URL": "postgresql://postgres@127.0.0.1:5432/postgres",
}


def services_here() -> Services | None:
    """The services that the environment names; what it lacks is said on standard error."""
    redis_url, database_url = os.environ.get("REDIS_URL"), os.environ.get("DATABASE_URL")
    if redis_url and database_url:
        return Services(redis_url, database_url)
    for name in [name for name in _EXAMPLES if not os.environ.get(name)]:
        print(f"{name} is not set, as in {name}={_EXAMPLES[name]}", file=sys.stderr)
    return None


async def until_stopped(job: Coroutine[None, None, None]) -> None:
    """Run the job; a polite signal cancels it."""
    task = asyncio.ensure_future(job)
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C raises by itself
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task
