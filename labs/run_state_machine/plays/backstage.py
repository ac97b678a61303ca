"""Behind the stage: taps on ports, and second gateways.

Knows the ports' names and how a gateway is mounted; must not know any one play.
"""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from labs.checking import Bench
from labs.naming import Named
from labs.runtime.client import Client
from labs.runtime.gateway import Gateway
from labs.runtime.moves import Machine
from labs.runtime.system import System
from labs.runtime.waiter import Bounds


def given(name: str, function: object | None) -> tuple[object, ...]:
    """The function as the student's part of that name; none if there is none."""
    return () if function is None else (Named(name, function),)


class Tapped:
    """Stands in front of a port and counts its calls. A subclass changes what some of them do."""

    def __init__(self, port: object) -> None:
        self._port = port
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> object:
        self.calls[name] += 1
        return getattr(self._port, name)


@asynccontextmanager
async def second_gateway(
    bench: Bench, system: System, machine: Machine, bounds: Bounds | None = None
) -> AsyncIterator[Client]:
    """A client of another gateway on the same system, with ports or bounds of its own."""
    gateway = Gateway(machine, lambda: "run-1", bounds)
    url = bench.site.server.mount("second", gateway.app())
    try:
        yield Client(bench.site.http, url)
        if gateway.waiters:
            await system.trace.until(lambda _: gateway.waiters == 0)
    finally:
        bench.site.server.unmount("second")
