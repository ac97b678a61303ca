"""What the system promises: who interrupts is heard at once, and what is decided is done once."""

import asyncio
from dataclasses import replace

import pytest

from labs.conversation import Resolution, ToolPhase, ToolRun, Transcript
from labs.interruptible_conversation.agent import EXPORT, LOOK_UP, UPDATE, plan
from labs.interruptible_conversation.background import Background
from labs.interruptible_conversation.client import Line
from labs.interruptible_conversation.conversation import MOST_AT_WORK, open_conversation
from labs.interruptible_conversation.decisions import new_entry
from labs.interruptible_conversation.desk import Message
from labs.interruptible_conversation.frames import Begin
from labs.interruptible_conversation.ledger import Entry
from labs.interruptible_conversation.toolbox import Toolbox
from labs.interruptible_conversation.voice import START, WORD
from labs.runs import Fragment
from labs.runtime.ports import Unavailable
from tests.interruptible_conversation.system.rig import Rig

GREETING = "Hello, what can you do?"
REPLY = "".join(plan(GREETING).words)
DONE = ToolPhase.COMMITTED
AWAY = Unavailable("bus", "Redis at secret:1")


async def nobody(message: Message) -> None:
    """Where nobody listens."""


async def begin(line: Line) -> str:
    await line.send("begin")
    return str((await line.until_type("turn"))["turn_id"])


async def propose(line: Line, text: str = "update ticket 14") -> str:
    await begin(line)
    await line.say(f"of {line.seen.turn_id}", text)
    return str((await line.until_type("proposal"))["proposal_id"])


async def settle(line: Line) -> None:
    await line.send("hello")
    await line.until_type("state")


# interruptions


@pytest.mark.parametrize("how", ["begin", "stop"])
@pytest.mark.parametrize("words", [0, 1, 5])
async def test_who_interrupts_hears_no_more_of_the_old_turn(
    mock_rig: Rig, how: str, words: int
) -> None:
    async with mock_rig.open().talk() as line:
        first = await begin(line)
        mock_rig.gate.allow(words)
        await line.say("u1", GREETING)
        while len(line.seen.words) < words:
            await line.until_type("words")
        await line.send(how)
        await line.until_type("turn")
        behind = len(line.seen.words)
        mock_rig.gate.open()
        await line.say("u2", GREETING)
        await line.until_type("spoken")
        assert first not in {turn_id for turn_id, _ in line.seen.words[behind:]}
        assert line.seen.text == REPLY
        # The producer of the dropped turn was stopped, not only not listened to.
        assert len(mock_rig.trace.of("voice", "finished")) == 1


async def test_who_interrupts_a_speaker_that_waits_for_room_is_not_kept_waiting(
    mock_rig: Rig,
) -> None:
    async with mock_rig.open().talk() as line:
        line.reads = False
        first = await begin(line)
        await line.say("u1", GREETING)
        await mock_rig.recorded("screen", "held back")
        await begin(line)
        await line.say("u2", GREETING)
        await line.read_on()
        behind = len(line.seen.words)
        await line.until_type("spoken")
        assert first not in {turn_id for turn_id, _ in line.seen.words[behind:]}
        assert line.seen.text == REPLY


async def test_what_comes_late_is_refused_and_logged_and_lets_nobody_run_ahead(
    mock_rig: Rig,
) -> None:
    async with mock_rig.open().talk() as line:
        first = await begin(line)
        await begin(line)
        line.reads = False
        await line.say("u", GREETING)
        await mock_rig.recorded("screen", "held back")
        published = mock_rig.doors.passed("bus.publish")
        for number, late in enumerate(
            [Fragment(first, 5, WORD, "late"), Fragment(first, 0, START, "")] * 5
        ):
            heard = len(mock_rig.trace.of("voice", "heard"))
            await mock_rig.desk.bus.publish(first, [late])
            await mock_rig.recorded("voice", "heard", count=heard + 1)
            # The speaker waits for its own word, whatever else is heard.
            assert mock_rig.doors.passed("bus.publish") == published + number + 1
        assert [r.run_id for r in mock_rig.trace.of("screen", "refused word")] == [first] * 5
        late_starts = mock_rig.trace.of("screen", "refused start")
        assert [r.run_id for r in late_starts].count(first) == 5
        await line.read_on()
        await line.until_type("spoken")
        assert line.seen.text == REPLY


async def test_one_frame_is_done_before_the_next_begins(mock_rig: Rig) -> None:
    """Also where they come over two sockets, as when one has taken over."""
    conversation = await open_conversation(mock_rig.desk, "c")
    await conversation.handle("", Begin())
    turn_id = mock_rig.trace.of("screen", "turn")[0].run_id
    door = mock_rig.doors.before("ledger.pending")
    speech = Transcript("u", 0, GREETING, True)
    first = asyncio.create_task(conversation.handle(turn_id, speech))
    await door.reached()
    second = asyncio.create_task(conversation.handle("", Begin()))
    for _ in range(100):  # time enough for the second, if it did not wait
        await asyncio.sleep(0)
    door.open()
    await asyncio.gather(first, second)
    what = [r.what for r in mock_rig.trace.records if r.what in ("turn", "acts on")]
    assert what == ["turn", "acts on", "turn"]
    await conversation.close()


# decisions


async def test_two_clicks_and_a_late_one_run_it_once(rig: Rig) -> None:
    async with rig.open().talk() as line:
        asked = await propose(line)
        for approve in (True, True, False):
            await line.send("decide", proposal_id=asked, approve=approve)
        await settle(line)
        assert await rig.deeds(line.id) == [(UPDATE, "committed", False)]
        assert [r.detail for r in rig.trace.of("decisions", "refused")] == ["nothing waits"] * 2


async def test_of_two_processes_that_approve_at_once_one_runs_it(rig: Rig) -> None:
    one, two = rig.open(), rig.open()
    conversation_id, token = await one.create()
    async with one.connect(conversation_id, token) as first:
        asked = await propose(first)
        async with two.connect(conversation_id, first.seen.token) as second:
            for line in (first, second):
                await line.send("decide", proposal_id=asked, approve=True)
            await asyncio.gather(settle(first), settle(second))
            await rig.recorded("toolbox", "committed")
    assert await rig.deeds(conversation_id) == [(UPDATE, "committed", False)]
    committed = [move for move in rig.around.moved if move[1] == ToolPhase.COMMITTED]
    assert len(committed) == 1


async def test_who_was_first_is_told_in_the_log(mock_rig: Rig) -> None:
    async with mock_rig.open().talk() as line:
        asked = await propose(line)
        door = mock_rig.doors.before("ledger.approve")
        await line.send("decide", proposal_id=asked, approve=True)
        await door.reached()
        (proposal, _), *_ = await mock_rig.ledger.resolutions(line.id)
        assert await mock_rig.ledger.resolve(proposal.id, Resolution.WITHDRAWN)
        door.open()
        await settle(line)
        assert await mock_rig.deeds(line.id) == []
        refused = mock_rig.trace.of("decisions", "refused")
        assert [r.detail for r in refused] == ["somebody else was first"]


async def test_an_approval_whose_answer_was_lost_is_carried_out(mock_rig: Rig) -> None:
    async with mock_rig.open().talk() as line:
        asked = await propose(line)
        door = mock_rig.doors.before("ledger.approve")
        await line.send("decide", proposal_id=asked, approve=True)
        await door.reached()
        # It takes effect, and the answer does not come back.
        pending = await mock_rig.ledger.pending(line.id)
        assert pending is not None
        entry = new_entry(
            mock_rig.desk, line.id, pending.turn_id, pending.action, pending.arguments
        )
        assert await mock_rig.ledger.approve(asked, entry)
        mock_rig.doors.fail("ledger.approve", Unavailable("store", "Postgres at secret:1"))
        door.open()
        await line.until_type("refused")
        assert line.seen.refused == ["unavailable"]
        await line.send("hello")
        await line.until(lambda frame: frame.get("phase") == "committed")
        assert await mock_rig.deeds(line.id) == [(UPDATE, "committed", False)]


# tools


async def test_more_tools_than_places_wait_and_run_in_their_order(mock_rig: Rig) -> None:
    mock_rig.gates(LOOK_UP).allow(0)
    async with mock_rig.open().talk() as line:
        await begin(line)
        await line.say("u", "look up 1 2 3 4 5")
        await mock_rig.recorded("toolbox", "running", count=2)
        await settle(line)
        phases = [tool["phase"] for tool in line.seen.tools.values()]
        assert sorted(map(str, phases)) == ["running"] * 2 + ["waiting"] * 3
        mock_rig.gates(LOOK_UP).open()
        await mock_rig.recorded("toolbox", "committed", count=5)
        running = [r.run_id for r in mock_rig.trace.of("toolbox", "running")]
        entries = await mock_rig.ledger.entries(line.id)
        assert running == [entry.tool.id for entry in entries]


async def test_one_intent_uses_only_so_many_tools(mock_rig: Rig) -> None:
    mock_rig.gates(LOOK_UP).allow(0)
    async with mock_rig.open().talk() as line:
        await begin(line)
        await line.say("u", f"look up {' '.join(map(str, range(500)))}")
        await line.until_type("spoken")
        assert len(await mock_rig.deeds(line.id)) == MOST_AT_WORK
        assert len(mock_rig.trace.of("conversation", "refused tool")) == 500 - MOST_AT_WORK
        asked = await propose(line)
        await line.send("stop")
        await line.until_type("notice")
        await line.send("decide", proposal_id=asked, approve=True)
        await line.until(lambda frame: frame.get("phase") == "committed")


async def test_a_stop_while_a_tool_moves_on_tells_what_is_true(rig: Rig) -> None:
    """The look-up is done between the moment in which Stop sees it and the stop itself."""
    rig.gates(LOOK_UP).allow(0)
    async with rig.open().talk() as line:
        await begin(line)
        await line.say("u", "look up 7")
        await rig.recorded("toolbox", "running")
        door = rig.doors.before("ledger.stop")
        await line.send("stop")
        await door.reached()
        rig.gates(LOOK_UP).open()
        await rig.recorded("toolbox", "committed")
        door.open()
        notice = await line.until_type("notice")
        (entry,) = await rig.ledger.entries(line.id)
        assert notice["already_done"] == [entry.tool.id]
        assert notice["stopped"] == notice["still_running"] == []
        assert await rig.deeds(line.id) == [(LOOK_UP, "committed", False)]


async def test_a_stop_stops_what_waits_and_what_can_stop_and_keeps_the_rest_in_sight(
    rig: Rig,
) -> None:
    rig.gates(LOOK_UP).allow(0)
    rig.gates(EXPORT).allow(0)
    async with rig.open().talk() as line:
        await begin(line)
        await line.say("u", "report, and look up 7 8 9")
        await rig.recorded("toolbox", "running", count=2)
        await line.send("stop")
        notice = await line.until_type("notice")
        assert [len(notice[k]) for k in ("stopped", "still_running", "already_done")] == [3, 1, 0]  # type: ignore[arg-type]
        await settle(line)
        assert [tool["name"] for tool in line.seen.tools.values()] == [EXPORT]
        rig.gates(LOOK_UP).open()
        rig.gates(EXPORT).open()
        await line.until(lambda frame: frame.get("phase") == "committed")
        deeds = await rig.deeds(line.id)
        assert deeds[0] == (EXPORT, "committed", False)
        assert {stopped for _, _, stopped in deeds[1:]} == {True}


@pytest.mark.parametrize("phase", [ToolPhase.WAITING, ToolPhase.RUNNING])
async def test_what_was_stopped_or_done_meanwhile_is_not_begun_again(
    mock_rig: Rig, phase: ToolPhase
) -> None:
    async def told(entry: Entry) -> None:
        raise AssertionError(entry)

    tool = ToolRun("x", LOOK_UP, phase, True)
    entry = Entry("c", "t", tool, ())
    for then in (replace(entry, stopped=True), replace(entry, tool=replace(tool, phase=DONE))):
        then = replace(then, tool=replace(then.tool, id=f"{then.stopped}"))
        assert await mock_rig.ledger.add(then)
        mock_rig.gates(LOOK_UP).allow(0)
        toolbox = Toolbox(mock_rig.desk, Background(mock_rig.desk, nobody), told)
        toolbox.start(replace(entry, tool=replace(tool, id=then.tool.id)))
        await mock_rig.doors.until_passed("ledger.move", mock_rig.doors.passed("ledger.move") + 1)
        for _ in range(10):
            await asyncio.sleep(0)
        assert toolbox.at_work == 0
    assert mock_rig.trace.of("toolbox", "broke") == []


# trouble


async def test_a_speaker_that_breaks_is_logged_and_told_and_the_next_turn_speaks(
    mock_rig: Rig,
) -> None:
    for error, code in ((AWAY, "unavailable"), (RuntimeError("ours"), "internal")):
        async with mock_rig.open().talk() as line:
            await begin(line)
            mock_rig.doors.fail("bus.publish", error)
            await line.say("u1", GREETING)
            frame = await line.until_type("error")
            assert line.seen.errors == [code]
            assert "secret" not in str(frame)
            assert "ours" not in str(frame)
            await begin(line)
            await line.say("u2", GREETING)
            await line.until_type("spoken")
            assert line.seen.text == REPLY
    broke = [r.detail for r in mock_rig.trace.of("voice", "broke")]
    assert broke == [f"Unavailable: {AWAY}", "RuntimeError: ours"]


async def test_a_tool_that_breaks_is_told_and_goes_on_when_somebody_looks(mock_rig: Rig) -> None:
    async with mock_rig.open().talk() as line:
        await begin(line)
        mock_rig.doors.fail("ledger.move", Unavailable("store", "Postgres at secret:1"))
        await line.say("u", "look up 7")
        await line.until_type("error")
        assert await mock_rig.deeds(line.id) == [(LOOK_UP, "waiting", False)]
        await line.send("hello")
        await line.until(lambda frame: frame.get("phase") == "committed")
        assert await mock_rig.deeds(line.id) == [(LOOK_UP, "committed", False)]


async def test_while_the_bus_is_away_stop_stops_the_tools_all_the_same(mock_rig: Rig) -> None:
    mock_rig.gates(LOOK_UP).allow(0)
    async with mock_rig.open().talk() as line:
        await begin(line)
        await line.say("u", "look up 7")
        await mock_rig.recorded("toolbox", "running")
        mock_rig.doors.fail("bus.position", AWAY)
        await line.send("stop")
        await line.until_type("notice")
        await line.until_type("refused")
        assert line.seen.refused == ["unavailable"]
        assert await mock_rig.deeds(line.id) == [(LOOK_UP, "running", True)]
        await begin(line)
