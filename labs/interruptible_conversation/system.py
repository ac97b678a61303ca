"""The system: the only place of this lab that wires.

Knows every adapter by name and imports a driver only when it is used. A conversation system is
one endpoint with its own bus and ledger, on a site that the grading run has opened.
"""

import random
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from labs.interruptible_conversation.agent import ScriptedSpeaker
from labs.interruptible_conversation.client import Client
from labs.interruptible_conversation.desk import Desk
from labs.interruptible_conversation.endpoint import Endpoint
from labs.interruptible_conversation.frames import MAX_FRAME
from labs.interruptible_conversation.ledger import Ledger
from labs.interruptible_conversation.parts import Parts
from labs.interruptible_conversation.tokens import Tokens
from labs.runtime.adapters.clocks import ManualClock
from labs.runtime.model import Gate
from labs.runtime.ports import Bus
from labs.runtime.system import Site, open_bus_of
from labs.runtime.trace import Trace


@dataclass(frozen=True)
class System:
    """A running system, and the handles by which a check moves it.

    `gate` holds the speaker; `tool_gates` hold the tools, each by its name.
    """

    client: Client
    endpoint: Endpoint
    ledger: Ledger
    bus: Bus
    clock: ManualClock
    gate: Gate
    tool_gates: Callable[[str], Gate]
    trace: Trace
    tokens: Tokens


@asynccontextmanager
async def open_conversations(site: Site, parts: Parts, seed: int) -> AsyncIterator[System]:
    """A running system that leaves nothing behind; time stands still until it is moved."""
    name = f"{site.token}-{next(site.numbers)}"
    clock, gate, trace = ManualClock(), Gate(), Trace()
    gates: defaultdict[str, Gate] = defaultdict(Gate)
    site.server.speak_websocket(MAX_FRAME)
    async with AsyncExitStack() as stack:
        # First the ledger: a grading finds by its schema what those before it have left.
        ledger = await _ledger(site, name, stack)
        bus = await open_bus_of(site, name, stack)
        tokens = Tokens(f"secret:{seed}".encode(), clock)
        desk = Desk(
            ledger=ledger,
            bus=bus,
            model=ScriptedSpeaker(gate),
            parts=parts,
            tokens=tokens,
            gates=gates.__getitem__,
            new_id=seeded_ids(seed),
            log=trace,
        )
        endpoint = Endpoint(desk)
        url = site.server.mount(name, endpoint.app())
        stack.push_async_callback(endpoint.close)
        stack.callback(site.server.unmount, name)
        yield System(
            client=Client(site.http, url),
            endpoint=endpoint,
            ledger=ledger,
            bus=bus,
            clock=clock,
            gate=gate,
            tool_gates=gates.__getitem__,
            trace=trace,
            tokens=tokens,
        )
        if endpoint.listeners:
            await trace.until(lambda _: endpoint.listeners == 0)


def seeded_ids(seed: int) -> Callable[[str], str]:
    """Ids that are the same for the same seed, so that a check's evidence is too."""
    dice = random.Random(f"conversation ids:{seed}")
    return lambda kind: f"{kind}-{dice.getrandbits(32):08x}"


async def _ledger(site: Site, name: str, stack: AsyncExitStack) -> Ledger:
    if site.services is None:
        from labs.interruptible_conversation.adapters.memory_ledger import MemoryLedger

        return MemoryLedger()
    from labs.interruptible_conversation.adapters.postgres_ledger import PostgresLedger
    from labs.runtime.adapters.namespaces import schema_of

    ledger = PostgresLedger(site.services.database_url, schema_of(name))
    await ledger.open()
    stack.push_async_callback(ledger.close)
    stack.push_async_callback(ledger.drop)
    return ledger
