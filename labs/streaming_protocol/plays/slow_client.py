"""Day 10, the slow client: what is held for a client that does not read, and what it then knows."""

from collections.abc import Iterator, Sequence

from labs.protocol import Event, ResponseState
from labs.runtime.trace import Record
from labs.shown import Shown, named
from labs.streaming_protocol.client import Connection
from labs.streaming_protocol.desk import USUAL, Habits
from labs.streaming_protocol.plays.events import words_among
from labs.streaming_protocol.plays.stage import as_part, on_stage
from labs.streaming_protocol.scenarios.playing import all_events, approval_of, deeds, playing
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System
from labs.streaming_protocol.trials.buffered import DELTA

STORY = "A story, please. Search and search, then mail Ada, then search."
BUSY = f"A story, please. {', then '.join(['search and search'] * 8)}."

_FEW = Habits(held=24, replay=20)
"""Here a handful of tools is enough to be let go, and to come back to a snapshot."""

_EACH = 2
"""Events that a sign of the chart stands for."""

_READER = "asleep"
_ALL = 1_000


async def asleep(*mine: object) -> Shown:
    """A client connects and sleeps until the response is over; then it wakes up and reads."""
    async with (
        on_stage(*as_part("ClientBuffer", mine)) as bench,
        playing(bench, habits=USUAL) as system,
    ):
        response_id = await _begun(system, STORY)
        async with system.client.watch(response_id, reader=_READER) as connection:
            await _attached(system, response_id)
            system.gates("words").open()
            await system.client.decide(await approval_of(system, response_id))
            got = await _woken(system, response_id, connection)
        events = await system.desk.journal.events(response_id, 0, _ALL)
        chart = [*_chart(system, events)]
        most = max(int(record.detail) for record in system.trace.of("stream", "put"))
        screen = Screen(system.desk.parts, response_id)
        await screen.take(got)
        rows = [
            ("", ""),
            ("most held", f"{most} of {len(events)} events"),
            ("done outside", "; ".join(deeds(system, response_id))),
            ("it wakes up", _counted(got)),
            *_known(screen.state, events),
        ]
        if screen.state.gap:
            again = await _again(system, response_id, screen)
            rows += [("it asks again", _counted(again)), *_known(screen.state, events)]
    return Shown((*chart, *named(rows).lines))


async def let_go(*mine: object) -> Shown:
    """A client that never reads, while the agent uses one tool after the other."""
    async with (
        on_stage(*as_part("ClientBuffer", mine)) as bench,
        playing(bench, habits=_FEW) as system,
    ):
        response_id = await _begun(system, BUSY)
        async with system.client.watch(response_id, reader=_READER) as connection:
            await _attached(system, response_id)
            system.gates("words").open()
            last = await _ended(system, response_id)
            await system.trace.until(lambda r: r.what == "gave up" or _is_put(r, last))
            is_gone = bool(system.trace.of("stream", "gave up"))
            lost = await connection.rest() if is_gone else []
        left = system.trace.of("stream", "put")[-1]
        screen = Screen(system.desk.parts, response_id)
        back = await all_events(system, response_id)
        await screen.take(back)
        stored = await system.desk.journal.events(response_id, 0, _ALL)
    rows = [
        ("held at last", f"{left.detail} events, when number {left.seq} was put"),
        ("then", "an error, and the connection is closed" if is_gone else "it sleeps on"),
        ("it had read", _counted(lost)),
        ("the response", f"goes on to its end, event {stored[-1].seq}"),
        ("it comes back", _counted(back)),
        *_known(screen.state, stored),
    ]
    return named(rows)


async def _begun(system: System, text: str) -> str:
    """A response of which no word has been said yet."""
    system.gates("words").allow(0)
    return await system.client.create(text)


async def _attached(system: System, response_id: str) -> None:
    await system.trace.until(lambda r: (r.what, r.run_id) == ("attached", response_id))


async def _ended(system: System, response_id: str) -> int:
    """Wait for the response's end; its last number."""
    record = await system.trace.until(lambda r: (r.what, r.run_id) == ("ended", response_id))
    assert record.seq is not None  # an end is an event
    return record.seq


def _is_put(record: Record, seq: int) -> bool:
    """Whether it says that this event was put into a client's buffer."""
    return (record.actor, record.what, record.seq) == ("stream", "put", seq)


async def _woken(
    system: System, response_id: str, connection: Connection, *, times: int = 1
) -> Sequence[Event]:
    """What a client gets that reads once all has been put, for the first or another time."""
    last = await _ended(system, response_id)
    await system.trace.until(lambda r: _is_put(r, last), times)
    await system.client.credit(response_id, _READER)
    return await connection.batch()


async def _again(system: System, response_id: str, screen: Screen) -> Sequence[Event]:
    """What the client gets that has noticed a hole, and asks for what is behind its number."""
    after = screen.state.last_seq
    async with system.client.watch(response_id, after, reader=_READER) as connection:
        got = await _woken(system, response_id, connection, times=2)
    await screen.take(got)
    return got


def _chart(system: System, events: Sequence[Event]) -> Iterator[str]:
    yield f"words  others   held, {_EACH} events a sign"
    said = 0
    for record, event in zip(system.trace.of("stream", "put"), events, strict=False):
        said += event.type == DELTA
        if (event.type == DELTA and said % 10 == 0) or event is events[-1]:
            held = int(record.detail)
            signs = "#" * -(-held // _EACH)
            yield f"{said:5}  {event.seq + 1 - said:6}   {signs} {held}"


def _counted(events: Sequence[Event]) -> str:
    """How many events, and which of them are text."""
    if not events:
        return "nothing"
    first, last = events[0].first_seq, events[-1].seq
    if events[0].type == "snapshot":
        return f"1 snapshot, which stands for {first} to {last}"
    text = words_among(events)
    return f"{len(events)} events, from number {first} on: text {text}, others {len(events) - text}"


def _known(state: ResponseState, events: Sequence[Event]) -> list[tuple[str, str]]:
    """What the client knows, against what there was."""
    all_words = words_among(events)
    tools = sum(event.type == "tool.completed" for event in events)
    through = sum(said == "completed" for said in state.tools.values())
    missing = f"a gap: number {state.last_seq + 1} has not come" if state.gap else ""
    rows = [
        ("  its text", f"{len(state.draft.split())} of {all_words} words"),
        ("  its tools", f"{through} of {tools} through"),
        ("  its status", state.status),
    ]
    return [*rows, ("  and", missing)] if missing else rows
