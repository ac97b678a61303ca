"""The rig: a running system of a mode on the reference answers, and what tests ask of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Literal, cast

from grader.callers import InProcess
from labs.course import course_folder
from labs.protocol import Event, ResponseState
from labs.runtime.system import Services, open_site
from labs.runtime.trace import Record
from labs.streaming_protocol.changes import Told, changed
from labs.streaming_protocol.client import Body, Client
from labs.streaming_protocol.contract import EXERCISES, CalledParts
from labs.streaming_protocol.desk import Habits
from labs.streaming_protocol.journal import Begun, Stored
from labs.streaming_protocol.logbook import Logbook
from labs.streaming_protocol.moderation import WORD_BY_WORD, Moderation
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System, open_protocol
from tests.services import postgres_url, redis_url

Mode = Literal["mock", "real"]
UNJOINED = Habits(buffered=1_000)


@dataclass
class Rig:
    system: System

    @property
    def client(self) -> Client:
        return self.system.client

    async def recorded(self, response_id: str, what: str, detail: str = "") -> Record:
        """Wait for such a record; with `detail`, for that one."""
        return await self.system.trace.until(
            lambda r: (r.run_id, r.what) == (response_id, what) and detail in ("", r.detail)
        )

    async def ended(self, response_id: str) -> Stored:
        await self.recorded(response_id, "ended")
        return await self.stored(response_id)

    async def ended_after_kill(self, response_id: str) -> Stored:
        """The same after a recovery: whoever was killed behind the last write told nobody of it."""
        stored = await self.stored(response_id)
        return stored if stored.ended_at is not None else await self.ended(response_id)

    async def stored(self, response_id: str) -> Stored:
        stored = await self.system.desk.journal.load(response_id)
        assert stored is not None
        return stored

    async def approval(self, response_id: str) -> Body:
        """The approval that waits."""
        await self.recorded(response_id, "awaits")
        events = await self.system.desk.journal.events(response_id, 0, 1_000)
        return [event.data for event in events if event.type == "approval.required"][-1]

    async def approved(self, response_id: str) -> None:
        assert await self.client.decide(await self.approval(response_id)) == 200

    async def unheard(self, response_id: str) -> None:
        """Write one more word of which the bus is not told: it is only in the journal."""
        told: Told = ("output_text.delta", {"text": "unheard "})
        change = changed(await self.stored(response_id), self.system.clock.now(), [told])
        assert await self.system.desk.journal.write(change)

    async def events(self, response_id: str) -> list[Event]:
        """What a client gets that comes now and stays to the end."""
        async with self.client.watch(response_id) as connection:
            return await connection.rest()

    async def screen(self, response_id: str) -> ResponseState:
        """What such a client then knows."""
        screen = Screen(self.system.desk.parts, response_id)
        await screen.take(await self.events(response_id))
        return screen.state

    def deeds(self, root: str) -> list[str]:
        """The operations that were done for a response, by tool, sorted."""
        deeds = self.system.outside.deeds
        return sorted(deed.tool for deed in deeds if deed.operation_id.startswith(f"{root}/"))

    async def ledger(self, root: str) -> tuple[list[str], list[str]]:
        """The operations that were begun and those that ended, in order."""
        lines = await self.system.desk.journal.lines(root)
        begun = [line.operation_id for line in lines if isinstance(line, Begun)]
        return begun, [line.operation_id for line in lines if not isinstance(line, Begun)]


@asynccontextmanager
async def open_rig(
    mode: Mode,
    *,
    habits: Habits = UNJOINED,
    moderation: Moderation = WORD_BY_WORD,
    logbook: Logbook | None = None,
    through: Services | None = None,
) -> AsyncIterator[Rig]:
    """A rig of that mode; nothing of it stays behind.

    `through`: where it finds its services, if not where they are.
    """
    services = Services(redis_url(), postgres_url()) if mode == "real" else None
    answers = course_folder("solutions") / "streaming_protocol"
    parts = CalledParts(InProcess(answers, EXERCISES))
    async with (
        open_site(services) as site,
        open_protocol(
            replace(site, services=through or services),
            parts,
            seed=3,
            habits=habits,
            moderation=moderation,
            logbook=logbook,
        ) as system,
    ):
        first = system.endpoint.service
        yield Rig(system)
        # The one that a test has replaced, too: what fails may leave it at work.
        await first.close()


def texts(events: list[Event]) -> str:
    """The text that was streamed."""
    return "".join(str(e.data["text"]) for e in events if e.type == "output_text.delta")


def body_of(said: object) -> Body:
    return cast(Body, said)
