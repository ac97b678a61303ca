"""A gateway alone in its process, so that nothing else is measured with it.

Run by `benchmarks.waiters` as `python -m benchmarks.gateway NAME`: on the store and the bus of
that name, which its parent has made and will drop. Prints where it listens and ends when its
standard input does. Under `/stage` is the gateway, under `/bare` the bare server, and
`/meter/processor` answers how much processor time this process has had.
"""

import asyncio
import sys
import time
import uuid

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from benchmarks.bare import Bare
from benchmarks.processes import allow_many_connections
from benchmarks.setting import service_urls
from benchmarks.stage import reference_parts
from labs.runtime.adapters.clocks import SystemClock
from labs.runtime.adapters.services import open_bus, open_store
from labs.runtime.gateway import Gateway
from labs.runtime.moves import Machine
from labs.runtime.server import serve
from labs.runtime.trace import Record


async def _serve(name: str) -> None:
    services = service_urls()
    bus = open_bus(services.redis_url, namespace=f"koda-{name}:")
    store = await open_store(services.database_url, schema=f"koda_{name}")
    machine = Machine(store, bus, SystemClock(), reference_parts(), _silent)
    try:
        async with serve() as server:
            server.mount("stage", Gateway(machine, lambda: uuid.uuid4().hex).app())
            server.mount("bare", Bare().app())
            server.mount("meter", Starlette(routes=[Route("/processor", _processor)]))
            print(server.url, flush=True)
            await asyncio.to_thread(sys.stdin.read)
    finally:
        await bus.close()
        await store.close()


def _silent(record: Record) -> None:
    """A process's log goes to standard error without this chatter; here it goes nowhere."""


async def _processor(request: Request) -> Response:
    return PlainTextResponse(str(time.process_time()))


if __name__ == "__main__":
    allow_many_connections()
    asyncio.run(_serve(sys.argv[1]))
