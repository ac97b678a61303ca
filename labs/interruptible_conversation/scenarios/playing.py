"""What all scenarios do: open a system, talk to it, look at what came of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from labs.checking import Bench
from labs.interruptible_conversation.agent import plan
from labs.interruptible_conversation.client import Line, Seen
from labs.interruptible_conversation.contract import CalledParts
from labs.interruptible_conversation.ledger import Entry
from labs.interruptible_conversation.system import System, open_conversations
from labs.interruptible_conversation.voice import WORD
from labs.runs import Fragment

GREETING, AGAIN = "Hello, what can you do?", "Sorry, once more: what can you do?"
UPDATE, TICKET = "Update ticket 14, please.", "14"


@asynccontextmanager
async def playing(bench: Bench) -> AsyncIterator[System]:
    """A running system on the code under trial, which ends with that code's first fault."""
    parts = CalledParts(bench.caller)
    async with (
        asyncio.TaskGroup() as tasks,
        open_conversations(bench.site, parts, bench.seed) as system,
    ):
        watching = tasks.create_task(parts.alarm.wait())
        yield system
        watching.cancel()


def answer_to(text: str) -> str:
    """What the agent says to that, whole."""
    return "".join(plan(text).words)


async def begin(line: Line) -> str:
    """Interrupt: the id of the turn that begins."""
    await line.send("begin")
    return str((await line.until_type("turn"))["turn_id"])


async def settled(line: Line) -> Seen:
    """What is before the user's eyes once all that was sent has been dealt with."""
    await line.send("hello")
    await line.until_type("state")
    return line.seen


async def deeds(system: System, conversation_id: str) -> list[str]:
    """The tool runs in the ledger, each in one line."""
    return [deed(entry) for entry in await system.ledger.entries(conversation_id)]


def deed(entry: Entry) -> str:
    """A tool run in one line."""
    arguments = ", ".join(f"{name}={value}" for name, value in entry.arguments)
    return f"{entry.tool.name}({arguments})"


async def until_words(line: Line, count: int) -> None:
    """Take frames in until so many words have come."""
    while len(line.seen.words) < count:
        await line.until_type("words")


async def propose(line: Line, text: str) -> str:
    """Ask for something that needs a permission: the id of the proposal."""
    await begin(line)
    await line.say("u1", text)
    return str((await line.until_type("proposal"))["proposal_id"])


def late_word(turn_id: str, text: str) -> Fragment:
    """A word of that turn, for the bus."""
    return Fragment(turn_id, 99, WORD, text)


async def publish(system: System, late: Fragment) -> None:
    """Put it on the bus, and wait until it has been heard."""
    heard = len(system.trace.of("voice", "heard"))
    await system.bus.publish(late.run_id, [late])
    await system.trace.until(lambda r: (r.actor, r.what) == ("voice", "heard"), heard + 1)
