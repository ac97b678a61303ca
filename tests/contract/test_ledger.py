"""The Ledger port's contract: what each write needs, and what it leaves when it does not get it."""

import asyncio
import secrets
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from labs.conversation import Proposal, Resolution, ToolPhase, ToolRun
from labs.interruptible_conversation.adapters.postgres_ledger import PostgresLedger
from labs.interruptible_conversation.ledger import Entry, Ledger
from labs.runtime.ports import Unavailable
from tests.contract.conftest import opened_ledger
from tests.contract.test_postgres_away import SHORT, Line, line
from tests.contract.test_store_races import ROUNDS, race

__all__ = ["line"]

WAITING, RUNNING, COMMITTED = ToolPhase.WAITING, ToolPhase.RUNNING, ToolPhase.COMMITTED
PROPOSAL = Proposal("p", "t", "update", (("ticket", "14"), ("to", "solved")))
ENTRY = Entry("c", "t", ToolRun("x", "update", WAITING, False), PROPOSAL.arguments)


def another(proposal_id: str) -> Proposal:
    return replace(PROPOSAL, id=proposal_id)


def tool(tool_id: str, phase: ToolPhase = WAITING, conversation_id: str = "c") -> Entry:
    run = ToolRun(tool_id, "look_up", phase, True)
    return replace(ENTRY, conversation_id=conversation_id, tool=run)


async def only(ledger: Ledger) -> Entry:
    (entry,) = await ledger.entries("c")
    return entry


# proposals


async def test_a_proposal_is_found_as_it_was_given(ledger: Ledger) -> None:
    assert await ledger.pending("c") is None
    assert await ledger.propose("c", PROPOSAL)
    found = await ledger.pending("c")
    assert found == PROPOSAL
    assert found is not None
    assert type(found.arguments) is tuple
    assert {type(pair) for pair in found.arguments} == {tuple}
    assert await ledger.resolutions("c") == [(PROPOSAL, "")]


async def test_one_proposal_waits_at_a_time(ledger: Ledger) -> None:
    assert await ledger.propose("c", PROPOSAL)
    assert not await ledger.propose("c", another("q"))
    assert await ledger.propose("other", another("r"))
    assert await ledger.resolutions("c") == [(PROPOSAL, "")]


async def test_an_id_is_given_once(ledger: Ledger) -> None:
    assert await ledger.propose("c", PROPOSAL)
    assert await ledger.resolve("p", Resolution.REJECTED)
    assert not await ledger.propose("c", PROPOSAL)
    assert not await ledger.propose("other", PROPOSAL)
    assert await ledger.pending("c") is None


@pytest.mark.parametrize("first", [Resolution.REJECTED, Resolution.WITHDRAWN])
async def test_a_proposal_is_settled_once(ledger: Ledger, first: Resolution) -> None:
    assert await ledger.propose("c", PROPOSAL)
    assert await ledger.resolve("p", first)
    assert not await ledger.resolve("p", Resolution.REJECTED)
    assert not await ledger.approve("p", ENTRY)
    assert await ledger.resolutions("c") == [(PROPOSAL, str(first))]
    assert await ledger.entries("c") == []


async def test_an_approval_adds_what_it_allows(ledger: Ledger) -> None:
    assert await ledger.propose("c", PROPOSAL)
    assert await ledger.approve("p", ENTRY)
    assert not await ledger.approve("p", replace(ENTRY, tool=replace(ENTRY.tool, id="y")))
    assert not await ledger.resolve("p", Resolution.WITHDRAWN)
    assert await ledger.resolutions("c") == [(PROPOSAL, "approved")]
    assert await ledger.entries("c") == [ENTRY]


async def test_an_approval_whose_tool_run_cannot_be_added_is_none(ledger: Ledger) -> None:
    assert await ledger.add(ENTRY)
    assert await ledger.propose("c", PROPOSAL)
    assert not await ledger.approve("p", ENTRY)
    assert await ledger.pending("c") == PROPOSAL


async def test_what_is_not_there_is_not_changed(ledger: Ledger) -> None:
    assert not await ledger.resolve("p", Resolution.REJECTED)
    assert not await ledger.approve("p", ENTRY)
    assert not await ledger.move("x", WAITING, RUNNING)
    assert not await ledger.stop("x", WAITING)
    assert await ledger.entries("c") == []
    assert await ledger.resolutions("c") == []


async def test_all_is_kept_in_order_and_apart(ledger: Ledger, other: Ledger) -> None:
    names = ["z", "a", "m", "B", "ä", "10", "9"]
    for number, name in enumerate(names):
        at = (ledger, other)[number % 2]
        assert await at.propose("c", another(name))
        assert await at.resolve(name, Resolution.REJECTED)
        assert await at.add(tool(name))
        assert await at.add(tool(f"{name} there", conversation_id="there"))
    assert await ledger.move("m", WAITING, RUNNING)
    assert [p.id for p, _ in await other.resolutions("c")] == names
    assert [e.tool.id for e in await other.entries("c")] == names
    assert len(await other.entries("there")) == len(names)


# tool runs


async def test_a_tool_run_is_found_as_it_was_given(ledger: Ledger) -> None:
    entries = [ENTRY, tool("a", RUNNING), tool("b", COMMITTED), replace(tool("d"), stopped=True)]
    for entry in entries:
        assert await ledger.add(entry)
    found = await ledger.entries("c")
    assert list(found) == entries
    assert {type(entry.tool.phase) for entry in found} == {ToolPhase}


async def test_a_tool_run_is_added_once(ledger: Ledger) -> None:
    assert await ledger.add(tool("a"))
    assert not await ledger.add(tool("a", RUNNING))
    assert await ledger.entries("c") == [tool("a")]


async def test_a_move_names_the_phase_that_it_leaves(ledger: Ledger) -> None:
    assert await ledger.add(tool("a"))
    assert not await ledger.move("a", RUNNING, COMMITTED)
    assert await ledger.move("a", WAITING, RUNNING)
    assert not await ledger.move("a", WAITING, RUNNING)
    assert await ledger.move("a", RUNNING, RUNNING)
    assert await ledger.move("a", RUNNING, COMMITTED)
    assert await only(ledger) == tool("a", COMMITTED)


async def test_what_is_stopped_moves_no_more(ledger: Ledger) -> None:
    assert await ledger.add(tool("a"))
    assert not await ledger.stop("a", RUNNING)
    assert await ledger.stop("a", WAITING)
    assert not await ledger.stop("a", WAITING)
    assert not await ledger.move("a", WAITING, RUNNING)
    assert await only(ledger) == replace(tool("a"), stopped=True)


# texts

ODD = [
    "",
    " ",
    "'; DROP TABLE proposals; --",
    "%s %(id)s",
    "\\",
    '"',
    "ä€😀",
    "\u202e",
    "x" * 100_000,
]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
async def test_a_text_comes_back_as_it_went(ledger: Ledger, text: str) -> None:
    # An index holds no long id; nor does a frame.
    name = text[:100]
    proposal = Proposal(f"p{name}", text, text, ((text, text), (text, "")))
    entry = Entry(f"c{name}", text, ToolRun(f"x{name}", text, WAITING, True), ((text, text),))
    assert await ledger.propose(f"c{name}", proposal)
    assert await ledger.pending(f"c{name}") == proposal
    assert await ledger.approve(proposal.id, entry)
    assert await ledger.entries(f"c{name}") == [entry]


@pytest.mark.parametrize("bad", ["a\0b", "\ud800", "\ud83d\ude00"], ids=["nul", "half", "halves"])
async def test_what_cannot_be_stored_is_refused_whole(ledger: Ledger, bad: str) -> None:
    good = another("good")
    assert await ledger.propose("good", good)
    for proposal in (
        another(bad),
        replace(PROPOSAL, turn_id=bad),
        replace(PROPOSAL, action=bad),
        replace(PROPOSAL, arguments=((bad, ""),)),
        replace(PROPOSAL, arguments=(("", bad),)),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            await ledger.propose("c", proposal)
    for entry in (
        replace(ENTRY, turn_id=bad),
        replace(ENTRY, conversation_id=bad),
        replace(ENTRY, arguments=(("", bad),)),
        replace(ENTRY, tool=replace(ENTRY.tool, id=bad)),
        replace(ENTRY, tool=replace(ENTRY.tool, name=bad)),
    ):
        for refused in (ledger.add(entry), ledger.approve("good", entry)):
            with pytest.raises(ValueError):  # noqa: PT011
                await refused
    assert await ledger.pending("good") == good
    assert await ledger.resolutions("c") == []
    assert await ledger.entries("c") == []


@pytest.mark.parametrize("bad", ["a\0b", "\ud800"], ids=["nul", "half"])
async def test_what_cannot_be_stored_cannot_be_asked_for(ledger: Ledger, bad: str) -> None:
    asked: list[Awaitable[object]] = [
        ledger.propose(bad, PROPOSAL),
        ledger.pending(bad),
        ledger.resolve(bad, Resolution.REJECTED),
        ledger.approve(bad, ENTRY),
        ledger.move(bad, WAITING, RUNNING),
        ledger.stop(bad, WAITING),
        ledger.entries(bad),
        ledger.resolutions(bad),
    ]
    for answer in asked:
        with pytest.raises(ValueError):  # noqa: PT011
            await answer


# races


async def test_of_two_proposals_at_once_one_waits(ledger: Ledger, other: Ledger) -> None:
    for i in range(ROUNDS):
        one, two = another(f"a{i}"), another(f"b{i}")
        won = await race(i, ledger.propose(f"c{i}", one), other.propose(f"c{i}", two))
        assert sorted(won) == [False, True]
        assert await ledger.resolutions(f"c{i}") == [(one if won[0] else two, "")]


async def test_of_two_approvals_at_once_one_counts(ledger: Ledger, other: Ledger) -> None:
    for i in range(ROUNDS):
        assert await ledger.propose(f"c{i}", another(f"p{i}"))
        one, two = (tool(f"{name}{i}", conversation_id=f"c{i}") for name in "ab")
        won = await race(i, ledger.approve(f"p{i}", one), other.approve(f"p{i}", two))
        assert sorted(won) == [False, True]
        assert await other.entries(f"c{i}") == [one if won[0] else two]


async def test_an_approval_and_a_withdrawal_exclude_each_other(
    ledger: Ledger, other: Ledger
) -> None:
    for i in range(ROUNDS):
        assert await ledger.propose(f"c{i}", another(f"p{i}"))
        entry = tool(f"x{i}", conversation_id=f"c{i}")
        approved, withdrawn = await race(
            i, ledger.approve(f"p{i}", entry), other.resolve(f"p{i}", Resolution.WITHDRAWN)
        )
        assert approved != withdrawn
        assert await other.entries(f"c{i}") == [entry] * approved


async def test_a_stop_and_a_move_exclude_each_other(ledger: Ledger, other: Ledger) -> None:
    for i in range(ROUNDS):
        assert await ledger.add(tool(f"x{i}", conversation_id=f"c{i}"))
        moved, stopped = await race(
            i, ledger.move(f"x{i}", WAITING, RUNNING), other.stop(f"x{i}", WAITING)
        )
        assert moved != stopped
        (entry,) = await ledger.entries(f"c{i}")
        assert (entry.tool.phase == RUNNING, entry.stopped) == (moved, stopped)


async def test_of_two_tool_runs_of_one_id_one_is_added(ledger: Ledger, other: Ledger) -> None:
    for i in range(ROUNDS):
        runs = [tool(f"x{i}", conversation_id=name) for name in (f"a{i}", f"b{i}")]
        won = await race(i, ledger.add(runs[0]), other.add(runs[1]))
        assert sorted(won) == [False, True]


# Postgres alone


async def test_many_processes_open_a_schema_at_once(schema: str) -> None:
    async def use(name: str) -> bool:
        async with opened_ledger(schema) as ledger:
            return await ledger.add(tool(name))

    assert await asyncio.gather(*(use(str(number)) for number in range(8))) == [True] * 8
    async with opened_ledger(schema) as ledger:
        assert len(await ledger.entries("c")) == 8
        await ledger.drop()


Ask = Callable[[Ledger], Awaitable[object]]
ASKED: list[Ask] = [
    lambda ledger: ledger.propose("c", PROPOSAL),
    lambda ledger: ledger.pending("c"),
    lambda ledger: ledger.approve("p", ENTRY),
    lambda ledger: ledger.entries("c"),
]


async def test_where_nobody_listens_it_is_unavailable() -> None:
    password = secrets.token_hex(8)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ledger = PostgresLedger(f"postgresql://me:{password}@{address}/postgres", patience=0.3)
        with pytest.raises(Unavailable) as caught:
            await ledger.open()
        await ledger.close()
    assert str(caught.value) == f"the store, Postgres at {address}, cannot be reached"
    assert password not in f"{caught.value.__cause__!r}"


@pytest.mark.parametrize("ask", ASKED, ids=range(len(ASKED)))
async def test_a_server_that_goes_is_unavailable_for_every_call(
    line: Line, schema: str, ask: Ask
) -> None:
    url = f"postgresql://postgres@127.0.0.1:{line.port}/postgres"
    ledger = PostgresLedger(url, schema, patience=SHORT)
    await ledger.open()
    line.accepts = False
    await line.cut()
    with pytest.raises(Unavailable, match=f"Postgres at 127.0.0.1:{line.port}"):
        await ask(ledger)
    line.accepts = True
    await ask(ledger)
    await ledger.drop()
    await ledger.close()
