"""Day 10, the time line: one response as client, gateway, model and tools saw it.

In a cell: `from labs.streaming_protocol.plays.timeline import timeline`, then `await
timeline(*mine)` as the last line; `seed=7` draws another one. `mine` are the student's files;
without them it has the reference's. It is text, a still SVG and a widget, of one film.

The client reads slowly, loses a batch, comes back, approves a mail, and says stop while a search
and an export run. What each side saw stands in the trace; the film is made of that alone.
"""

import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from labs.protocol import Event, ResponseState, ToolPhase
from labs.runtime.trace import Record
from labs.streaming_protocol.changes import tool
from labs.streaming_protocol.client import Connection
from labs.streaming_protocol.desk import USUAL
from labs.streaming_protocol.moderation import Moderation
from labs.streaming_protocol.plays.four_lanes import four_lanes
from labs.streaming_protocol.plays.stage import SEED, on_stage
from labs.streaming_protocol.scenarios.playing import playing
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System
from labs.widgets.live import FilmWidget

TEXT = "Search, then mail Ada, then search and export."
DELTA = "output_text.delta"
_READER = "page"
_HABITS, _PIECES = replace(USUAL, buffered=2), Moderation(chunk=3)
_OPENING, _BETWEEN = (3, 3, 3, 1), (3, 1)
"""Of how many words the pieces are in which the agent says a sentence."""


async def timeline(*mine: object, seed: int = SEED) -> FilmWidget:
    """A response that is stopped half way, seen from four sides, moment by moment."""
    return FilmWidget(four_lanes(await four_sides(*mine, seed=seed)))


async def four_sides(*mine: object, seed: int = SEED) -> Sequence[Record]:
    """The trace of it.

    Raises:
        Fault: a part of the student's raised, gave what no system can use, or let it stand still.
    """
    async with (
        on_stage(*mine, seed=seed) as bench,
        playing(bench, moderation=_PIECES, habits=_HABITS) as system,
        AsyncExitStack() as line,
    ):
        for name in ("words", "search", "export"):
            system.gates(name).allow(0)
        await _Story(system, line, random.Random(f"time line:{seed}")).play()
        return list(system.trace.records)


class _Story:
    """The client, and whoever holds the gates. A moment is one move and all that comes of it."""

    def __init__(self, system: System, line: AsyncExitStack, dice: random.Random) -> None:
        self._system, self._line, self._dice = system, line, dice
        self._noted, self._stopped = 0, False
        self._applied: set[int] = set()

    async def play(self) -> None:
        """From the question to the last event."""
        early = self._dice.randint(1, len(_OPENING) - 1)
        connection = await self._ask()
        await self._say(_OPENING[:early])
        await self._read(connection)
        await self._say(_OPENING[early:])
        await self._read(connection, lost=True)
        async with self._moment():
            self._system.gates("search").allow(1)
        await self._read(connection)
        # What a page had kept may be the number of a little while ago; then what comes overlaps.
        for ago in (self._dice.randint(0, 1), 0):
            if self._screen.state.gap:
                connection = await self._come_back(ago)
                await self._read(connection)
        await self._say(_BETWEEN)
        await self._read(connection)
        if await self._approve():
            await self._say(_BETWEEN[:-1])
            await self._say(_BETWEEN[-1:], halts=2)  # at the search and at the export
        await self._stop()
        async with self._moment():
            for gate in ("export", "search", "words"):
                self._system.gates(gate).open()
            await self._system.trace.until(lambda r: r.what == "ended")
        while await self._read(connection):
            pass

    async def _ask(self) -> Connection:
        async with self._moment():
            self._id = await self._system.client.create(TEXT)
            self._screen = Screen(self._system.desk.parts, self._id)
            self._client("asks", TEXT)
            await self._system.trace.until(_halts)
            return await self._connected(-1)

    async def _connected(self, after: int) -> Connection:
        watched = self._system.client.watch(self._id, after, _READER)
        connection = await self._line.enter_async_context(watched)
        await self._put()
        return connection

    async def _come_back(self, ago: int) -> Connection:
        """Close the connection and open another one, from what the page had kept."""
        trace, last = self._system.trace, ("put", self._noted - 1)
        kept = max(-1, self._screen.state.last_seq - ago)
        left, put = len(trace.of("endpoint", "left")), self._count(last)
        await self._line.aclose()
        await trace.until(lambda r: r.what == "left", left + 1)
        self._client("comes back", str(kept))
        connection = await self._connected(kept)
        await trace.until(lambda r: (r.what, r.seq) == last, put + 1)
        self._end_moment()
        return connection

    async def _say(self, pieces: Sequence[int], halts: int = 1) -> None:
        """Let the agent say pieces of so many words, a moment each."""
        for words in pieces:
            async with self._moment(halts):
                self._system.gates("words").allow(words)

    async def _approve(self) -> bool:
        """Click on the card, if there is one on the screen."""
        approval = self._screen.state.approval
        if approval is None:
            return False
        async with self._moment():
            self._client("approves", str(approval["tool"]))
            await self._system.client.decide(approval)
        return True

    async def _stop(self) -> None:
        self._screen.stop()
        self._stopped = True
        self._client("stops")
        await self._system.client.stop(self._id)
        stored = await self._system.desk.journal.load(self._id)
        assert stored is not None  # it was created
        search = tool(stored.response, f"{self._id}/2")
        if search is not None and search.phase == ToolPhase.CANCELLING:
            said = f"{search.operation_id} cancelled"
            await self._system.trace.until(lambda r: (r.what, r.detail) == ("finished", said))
        await self._put()
        self._end_moment()

    async def _read(self, connection: Connection, *, lost: bool = False) -> bool:
        """Take all that is held; `lost`: on its way. Whether there was anything."""
        if not await self._system.client.credit(self._id, _READER):
            return False
        events = await connection.batch()
        for event in events:
            look = "loses" if lost else await self._taken(event)
            self._client(look, _numbers(event), event.seq)
        if events:
            self._end_moment()
        return bool(events)

    async def _taken(self, event: Event) -> str:
        """Take the event in; what the fold has made of it, seen from outside."""
        before = self._screen.state
        await self._screen.take([event])
        after: ResponseState = self._screen.state
        if after == replace(before, gap=after.gap):
            return "misses" if after.gap else "ignores"
        numbers = range(event.first_seq, event.seq + 1)
        again = not self._applied.isdisjoint(numbers)
        self._applied.update(numbers)
        if again:
            return "shows again"
        return "hides" if self._stopped and event.type == DELTA else "shows"

    @asynccontextmanager
    async def _moment(self, halts: int = 1) -> AsyncIterator[None]:
        """Make a move; it lasts until the agent stands still that often, and all is held."""
        past = sum(map(_halts, self._system.trace.records))
        yield
        await self._system.trace.until(_halts, past + halts)
        await self._put()
        self._end_moment()

    async def _put(self) -> None:
        """Wait until all that was written lies with the gateway, and note what it was."""
        events = await self._system.desk.journal.events(self._id, self._noted, 1_000)
        for event in events:
            self._note(event)
        self._noted += len(events)
        last = self._noted - 1
        await self._system.trace.until(lambda r: (r.what, r.seq) == ("put", last))

    def _count(self, what: tuple[str, int]) -> int:
        return sum((r.what, r.seq) == what for r in self._system.trace.records)

    def _note(self, event: Event) -> None:
        match event.data:
            case {"operation_id": str(operation), "tool": str(name)}:
                what, said, actor = event.type.rpartition(".")[2], f"{operation} {name}", "tools"
            case {"text": str(text)} if event.type == DELTA:
                what, said, actor = "says", text.strip(), "model"
            case _:
                what, said, actor = event.type.rpartition(".")[2], "", "model"
        self._system.trace(Record(actor, what, self._id, event.seq, said))

    def _client(self, what: str, said: str = "", seq: int | None = None) -> None:
        self._system.trace(Record("client", what, self._id, seq, said))

    def _end_moment(self) -> None:
        self._system.trace(Record("play", "moment", self._id))


def _halts(record: Record) -> bool:
    """Whether the agent stands still there, until somebody moves it."""
    at_work = record.what == "at" and record.detail in ("search:begun", "export:begun")
    return at_work or record.what in ("comes to", "awaits", "ended")


def _numbers(event: Event) -> str:
    return str(event.seq) if event.first_seq == event.seq else f"{event.first_seq}-{event.seq}"
