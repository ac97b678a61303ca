"""Whatever a user does and whatever comes late: only what was approved is done, and once."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.callers import InProcess
from labs.checking import Bench
from labs.course import course_folder
from labs.interruptible_conversation.agent import UPDATE, plan
from labs.interruptible_conversation.client import Line
from labs.interruptible_conversation.contract import EXERCISES
from labs.interruptible_conversation.ledger import Entry
from labs.interruptible_conversation.scenarios.playing import late_word
from labs.interruptible_conversation.screen import LIMIT
from labs.interruptible_conversation.voice import START
from labs.interruptible_conversation.whole import whole_conversation
from labs.runs import Fragment
from labs.runtime.system import open_site
from tests.interruptible_conversation.system.rig import Rig, open_rig
from tests.runtime.properties import over_http

TEXTS = (
    "what can you do?",
    "update ticket 14",
    "update ticket 40",
    "look up 7",
    "report",
    " ",
    "yes",
)
LAST = "Sorry, once more: what can you do?"


@dataclass
class User:
    """Somebody who does one thing after the other, and remembers which clicks said yes."""

    rig: Rig
    line: Line
    utterances: int = 0
    said_yes: set[str] = field(default_factory=set)
    tokens: list[str] = field(default_factory=list)

    async def begin(self, _: int) -> None:
        self.tokens.append(self.line.seen.token)
        await self.line.send("begin")
        await self.line.until_type("turn")

    async def stop(self, _: int) -> None:
        await self.line.send("stop")
        await self.line.until_type("notice")

    async def say(self, number: int) -> None:
        self.utterances += number % 3 > 0  # sometimes the same utterance once more
        text, final = TEXTS[number % len(TEXTS)], number % 4 > 0
        await self.line.say(f"u{self.utterances}", text, final=final)

    async def say_late(self, number: int) -> None:
        if self.tokens:
            token = self.tokens[number % len(self.tokens)]
            await self.line.say(f"late {number}", "update ticket 99", token=token)

    async def click(self, number: int) -> None:
        """On one of the questions that were ever shown: the newest, mostly."""
        shown = [str(proposal["proposal_id"]) for proposal in self.line.seen.proposals]
        if shown:
            proposal_id = shown[-1] if number % 3 else shown[0]
            if number % 2:
                self.said_yes.add(proposal_id)
            await self.line.send("decide", proposal_id=proposal_id, approve=number % 2 == 1)

    async def look(self, _: int) -> None:
        await self.line.send("hello")
        await self.line.until_type("state")

    async def read(self, number: int) -> None:
        if number % 2:
            await self.line.read_on()
        else:
            self.line.reads = False

    async def come_late(self, number: int) -> None:
        if self.line.seen.turns[:-1]:
            old = self.line.seen.turns[-2]
            late = Fragment(old, 0, START, "") if number % 2 else late_word(old, "late ")
            await self.rig.desk.bus.publish(old, [late])

    async def hold(self, number: int) -> None:
        gates = [self.rig.gate, *(self.rig.gates(name) for name in ("look_up", "export_report"))]
        gate = gates[number % 3]
        if number % 2:
            gate.allow(number % 5)
        else:
            gate.open()

    async def end(self) -> None:
        """Let everything come to its end, and say a last word."""
        for number in (0, 2, 4):
            await self.hold(number)
        await self.line.read_on()
        await self.begin(0)
        await self.line.say("the last", LAST)
        await self.line.until_type("spoken")


STEPS: Sequence[Callable[[User, int], Awaitable[None]]] = (
    User.begin,
    User.stop,
    User.say,
    User.say,
    User.say,
    User.say_late,
    User.click,
    User.click,
    User.look,
    User.read,
    User.come_late,
    User.hold,
)
Schedule = list[tuple[int, int]]
schedules = st.lists(st.tuples(st.integers(0, len(STEPS) - 1), st.integers(0, 59)), max_size=30)


async def play(schedule: Schedule) -> None:
    async with open_rig("mock") as rig, rig.open().talk() as line:
        user = User(rig, line)
        for step, number in schedule:
            await STEPS[step](user, number)
        await user.end()
        told = line.seen.text
        await user.look(0)
        assert told == line.seen.text == "".join(plan(LAST).words)
        assert line.seen.errors == []
        await assert_only_the_approved(user)
        held = [int(record.detail) for record in rig.trace.of("screen", "held")]
        assert max(held) <= LIMIT
        assert not [r for r in rig.trace.records if r.what in ("broke", "stuck")]


async def assert_only_the_approved(user: User) -> None:
    resolutions = await user.rig.ledger.resolutions(user.line.id)
    approved = [proposal for proposal, said in resolutions if said == "approved"]
    assert {proposal.id for proposal in approved} <= user.said_yes
    entries = await user.rig.ledger.entries(user.line.id)
    updates = [entry for entry in entries if entry.tool.name == UPDATE]
    await asyncio.gather(*(_ended(user.rig, entry) for entry in updates))
    assert [entry.arguments for entry in updates] == [p.arguments for p in approved]
    commits = [tool_id for tool_id, phase in user.rig.around.moved if phase == "committed"]
    assert len(set(commits)) == len(commits)
    assert ("ticket", "99") not in {pair for entry in entries for pair in entry.arguments}


async def _ended(rig: Rig, entry: Entry) -> None:
    """Approved is done, unless a stop came while it waited for its place."""
    await rig.trace.until(
        lambda r: r.run_id == entry.tool.id and r.what in ("committed", "stopped")
    )


@over_http
@given(schedules)
async def test_any_schedule(schedule: Schedule) -> None:
    async with asyncio.timeout(20):
        await play(schedule)


@pytest.mark.parametrize("seed", range(10))
async def test_long_schedules(seed: int) -> None:
    dice = random.Random(seed)
    await play([(dice.randrange(len(STEPS)), dice.randrange(60)) for _ in range(80)])


async def test_what_the_sixth_check_wants_is_done_whatever_the_seed() -> None:
    folder = course_folder("solutions") / "interruptible_conversation"
    async with open_site(None) as site:
        for seed in range(50):
            seen = await whole_conversation(Bench(InProcess(folder, EXERCISES), seed, site))
            assert seen.done == seen.wanted, seed
            assert seen.text == seen.expected, seed
            assert seen.held <= LIMIT, seed
