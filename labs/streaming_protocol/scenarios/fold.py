"""A client with an unruly network: duplicates, two reconnects, a gap, late events."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.protocol import Event, ResponseState
from labs.streaming_protocol.client import Connection
from labs.streaming_protocol.scenarios.playing import all_events, approval_of, deeds, playing
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System

TEXT = "Search, then refund me."
ANSWER = (
    "I have read your message and look after it now. One step is done. One step is done. "
    "That is all. "
)
_HOLE, _FIRST, _SECOND = 3, 6, 12
"""Which event is lost, and the numbers up to which the first and the second connection came."""


@dataclass(frozen=True)
class Unruly:
    """What two clients know: one that saw all once, and one that did not."""

    calm: ResponseState
    unruly: ResponseState
    asked_again: bool
    fed: Sequence[int]
    done: Sequence[str]


class _Feed:
    """Feeds a screen, and remembers the numbers."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.fed: list[int] = []

    async def take(self, *events: Event) -> None:
        self.fed += [event.seq for event in events]
        await self.screen.take(events)


async def unruly_client(bench: Bench) -> Unruly:
    """One response; a client that sees all once, and one that meets whatever can go wrong."""
    async with playing(bench) as system:
        response_id = await system.client.create(TEXT)
        await system.client.decide(await approval_of(system, response_id))
        await system.trace.until(lambda r: r.what == "ended")
        calm = Screen(system.desk.parts, response_id)
        await calm.take(await all_events(system, response_id))
        feed = _Feed(Screen(system.desk.parts, response_id))
        asked_again = await _suffer(system, response_id, feed)
        done = deeds(system, response_id)
        return Unruly(calm.state, feed.screen.state, asked_again, feed.fed, done)


async def _suffer(system: System, response_id: str, feed: _Feed) -> bool:
    """Meet it all; whether the client noticed that something was missing."""
    async with system.client.watch(response_id) as first:
        early = await first.through(_FIRST)
        # A buffer that joins early brings fewer events: then an earlier one is lost.
        hole = min(_HOLE, len(early) - 2)
        shown = early[:hole]
        await feed.take(*shown[:2], *shown[1:])
        await feed.take(*early[hole + 1 : hole + 2])
        noticed = feed.screen.state.gap
        after = feed.screen.state.last_seq
        if not noticed:
            # Nobody asks again: what comes next comes, and the hole stays.
            await feed.take(*early[hole + 2 :], *await first.rest())
            return False
        async with system.client.watch(response_id, after) as second:
            await _second(feed, second, early[hole + 2 :])
            # The number of a little while ago is what the browser had kept.
            kept = max(feed.screen.state.last_seq - 2, -1)
            async with system.client.watch(response_id, kept) as third:
                last = await third.rest()
            await feed.take(*last)
            # The old connection was not dead, only slow.
            await feed.take(*await second.through(_SECOND + 3), *early[:3])
    return True


async def _second(feed: _Feed, second: Connection, late: Sequence[Event]) -> None:
    """The answer to having asked again, mixed with what the first connection still brings."""
    again = await second.through(_SECOND)
    half = len(again) // 2
    await feed.take(*again[:half], *late, *again[half - 1 :])
