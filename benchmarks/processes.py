"""Processes beside this one: started, spoken to line by line, and gone when their work is.

A child ends when its standard input does, so none outlives its parent, however that ends.
"""

import asyncio
import resource
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from benchmarks.setting import ROOT

_LONGEST_LINE = 2**24


class Child:
    """A child process that answers in lines."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def tell(self, line: str) -> None:
        """Send it a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        await self._process.stdin.drain()

    async def hear(self) -> str:
        """Its next line.

        Raises:
            EOFError: it is gone; what it had to say about that is on standard error.
        """
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError("a process of the benchmark has ended early")
        return line.decode().rstrip("\n")


@asynccontextmanager
async def child(module: str, *arguments: str) -> AsyncIterator[Child]:
    """Run a module of ours in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdin=PIPE, stdout=PIPE, cwd=ROOT,
        limit=_LONGEST_LINE, start_new_session=True,
    )  # fmt: skip
    try:
        yield Child(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 5)
        except TimeoutError:
            process.kill()
            await process.wait()


def allow_many_connections() -> None:
    """Let this process have as many open connections as it is allowed to ask for."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
