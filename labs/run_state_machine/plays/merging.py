"""Plays of Day 4: a second message, and what becomes of it.

Each holds the model at a gate, so that the second message comes when the first answer is eight
pieces long, and moves the clock by hand.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from itertools import zip_longest

from labs.naming import Named
from labs.run_state_machine.plays.reading import as_shown, indented, numbers, reply
from labs.run_state_machine.plays.stage import a_system
from labs.run_state_machine.scenarios import FIRST, SECOND, SESSION, attached
from labs.runtime.client import Accepted, Event
from labs.runtime.ports import RERUN
from labs.runtime.system import System
from labs.widgets.wording import table

EARLY = 8
"""How many pieces the first answer has when the second message comes: two blocks of the bus."""

_AT = timedelta(seconds=10)


@dataclass(frozen=True)
class Voices:
    """Two answers on one page, each piece where it came."""

    answers: Sequence[Sequence[Event]]

    def __repr__(self) -> str:
        return f"what the page says\n{indented(self.page)}"

    @property
    def page(self) -> str:
        """Both streams, piece about piece, as they reach one page."""
        pairs = zip_longest(*self.answers)
        return "".join(e.text for pair in pairs for e in pair if e is not None).strip()


async def two_voices(first: str = FIRST, second: str = SECOND) -> Voices:
    """Two messages, two runs, both at work at once, on one page.

    Our store lets a session have one run at work. To see the page of a system whose store never
    thought of that, each message has a session of its own here.
    """
    async with a_system() as system:
        runs = [
            await system.client.send(f"{SESSION}, {place}", text)
            for place, text in enumerate((first, second))
        ]
        return Voices([await _read(system, run) for run in runs])


async def _read(system: System, run: Accepted) -> Sequence[Event]:
    async with system.client.watch(run.run_id) as events:
        return [event async for event in events]


@dataclass(frozen=True)
class Interrupted:
    """Two messages of one session, what each was answered, and what the page was shown."""

    messages: Sequence[tuple[int, str, Accepted]]
    shown: Sequence[tuple[str, Sequence[Event]]]

    def __repr__(self) -> str:
        head = ("at", "message", "run", "merged")
        rows = [(f"{at} s", text, run.run_id, str(run.merged)) for at, text, run in self.messages]
        parts = [f"{run_id}\n{as_shown(events)}" for run_id, events in self.shown]
        return "\n\n".join([table([head, *rows]), *parts])

    @property
    def reply(self) -> str:
        """What the reader has in the end."""
        return "\n".join(reply(events) for _, events in self.shown)


async def interrupted(should_merge: object, *, mark_lost: bool = False) -> Interrupted:
    """A second message ten seconds into a run at work; each run is watched to its end.

    `mark_lost`: the rerun mark is gone before the worker gets to look at it.
    """
    async with (
        a_system(Named("should_merge", should_merge)) as system,
        AsyncExitStack() as stack,
    ):
        system.gate.allow(0)
        first = await system.client.send(SESSION, FIRST)
        watch = await attached(system, stack, first.run_id, 1)
        system.gate.allow(EARLY)
        await watch.first(EARLY)
        system.clock.advance(_AT)
        second = await system.client.send(SESSION, SECOND)
        if mark_lost:
            await system.machine.bus.unmark(first.run_id)
        system.gate.open()
        shown = [(first.run_id, (await watch.rest()).events)]
        if second.run_id != first.run_id:
            shown.append((second.run_id, await _read(system, second)))
        return Interrupted([(0, FIRST, first), (10, SECOND, second)], shown)


@dataclass(frozen=True)
class Marks:
    """The same interruption with its mark and without: from where the worker began again."""

    rows: Sequence[tuple[str, str, str, str]]

    def __repr__(self) -> str:
        return table([("the mark", "void", "begun again at", "the reply has both"), *self.rows])


async def lost_mark(should_merge: object) -> Marks:
    """The interruption twice; the second time the mark is lost."""
    seen = await interrupted(should_merge)
    lost = await interrupted(should_merge, mark_lost=True)
    return Marks([_told("seen", seen), _told("lost", lost)])


def _told(mark: str, play: Interrupted) -> tuple[str, str, str, str]:
    (_, events) = play.shown[0]
    cut = next((i for i, event in enumerate(events) if event.kind == RERUN), None)
    both = all(word in reply(events) for word in ("refund", "exchange"))
    void = "nothing" if cut is None else numbers(events[:cut])
    again = "never" if cut is None else numbers(events[cut : cut + 1])
    return mark, void, again, "yes" if both else "no"


@dataclass(frozen=True)
class Messages:
    """Messages of one session, when each came, and which run it got."""

    rows: Sequence[tuple[int, Accepted]]
    reruns: int

    def __repr__(self) -> str:
        head = ("at", "run", "merged")
        lines = [(f"{at} s", run.run_id, str(run.merged)) for at, run in self.rows]
        times = "once" if self.reruns == 1 else f"{self.reruns} times"
        return f"{table([head, *lines])}\n\nthe worker began again {times}"


async def messages_at(should_merge: object, *seconds: int) -> Messages:
    """A first message at 0 s and a further one at each of these, the worker still at it."""
    async with a_system(Named("should_merge", should_merge)) as system:
        system.gate.allow(0)
        first = await system.client.send(SESSION, FIRST)
        await system.trace.until(lambda r: r.what == "claimed")
        rows, now, reruns = [(0, first)], 0, 0
        for second in seconds:
            system.clock.advance(timedelta(seconds=second - now))
            now, run = second, await system.client.send(SESSION, SECOND)
            rows.append((second, run))
            if run.merged and run.run_id == first.run_id:
                # One more piece, after which the worker looks and begins again.
                system.gate.allow(1)
                reruns += 1
                await system.trace.until(lambda r: r.what == "reran", reruns)
        return Messages(rows, reruns)
