"""Day 8, the fold: what a client is told, and what it knows in the end."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from labs.protocol import Event, ResponseState
from labs.shown import Shown, named
from labs.streaming_protocol.desk import Habits
from labs.streaming_protocol.plays.stage import as_part, on_stage
from labs.streaming_protocol.scenarios.fold import ANSWER, TEXT, Unruly, unruly_client
from labs.streaming_protocol.scenarios.playing import all_events, approval_of, ended, playing
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System

GREETING = "Hello."
DELTA = "output_text.delta"


async def on_the_wire(count: int = 3) -> Shown:
    """The first messages of a response, as they go through the cable."""
    async with on_stage() as bench, playing(bench) as system:
        response_id = await system.client.create(GREETING)
        await ended(system, response_id)
        body = (await system.client.read(f"/responses/{response_id}/events")).text
    messages = body.strip().split("\n\n")[:count]
    return Shown(tuple("\n\n".join(messages).splitlines()))


async def the_events() -> Shown:
    """All events of one response that uses two tools; neighbouring words in one row."""
    async with on_stage() as bench, playing(bench) as system:
        events = await all_events(system, await _refunded(system))
    return named(list(_rows(events)), indent=9)


async def unruly(*mine: object) -> Shown:
    """A client that meets a duplicate, a hole, two reconnects and late events."""
    async with on_stage(*as_part("fold", mine)) as bench:
        seen = await unruly_client(bench)
    state = seen.unruly
    rows = [
        ("came", _steps(seen.fed)),
        ("asked again", "yes: from 3 on" if seen.asked_again else "no: nobody missed number 3"),
        ("draft", state.draft or "(nothing)"),
        ("was said", ANSWER),
        ("tools known", _tools(state)),
        ("were done", ", ".join(seen.done)),
        ("status", state.status),
        ("a calm client", _compared(seen)),
    ]
    return named(rows)


async def long_gone(*mine: object, most: int = 10) -> Shown:
    """A client is cut off after four events and comes back; at most so many are replayed."""
    async with (
        on_stage(*as_part("fold", mine)) as bench,
        playing(bench, habits=Habits(replay=most, buffered=1_000)) as system,
    ):
        response_id = await _refunded(system)
        screen = Screen(system.desk.parts, response_id)
        stored = await system.desk.journal.events(response_id, 0, 4)
        await screen.take(stored)
        before = screen.state
        async with system.client.watch(response_id, stored[-1].seq) as connection:
            came = await connection.rest()
        await screen.take(came)
    rows = [
        ("you know", _state(before)),
        ("then", "a tunnel"),
        *(("came", row) for row in _summed(came)),
        ("you know", _state(screen.state)),
    ]
    return named(rows)


def _compared(seen: Unruly) -> str:
    if seen.unruly != seen.calm:
        return "ends otherwise"
    same = "ends in the same state"
    return same if seen.calm.final == ANSWER else f"{same}, and that is not the end"


async def _refunded(system: System) -> str:
    """A response that has searched and, once that was allowed, refunded."""
    response_id = await system.client.create(TEXT)
    await system.client.decide(await approval_of(system, response_id))
    await ended(system, response_id)
    return response_id


def _rows(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    for kind, group in groupby(events, lambda event: event.type):
        some = list(group)
        said = "".join(str(event.data["text"]) for event in some if kind == DELTA)
        if kind == DELTA:
            yield _span(some), f"{kind} x {len(some)}: {said!r}"
        else:
            yield from ((str(event.seq), f"{kind}{_about(event)}") for event in some)


def _about(event: Event) -> str:
    """What an event that is no word is about, in short."""
    data = event.data
    told = [str(data[name]) for name in ("tool", "reason") if name in data]
    if event.type == "approval.required":
        told.append(f"with {data['arguments']}")
    if "text" in data:
        told.append(repr(data["text"]))
    return f": {' '.join(told)}" if told else ""


def _span(events: Sequence[Event]) -> str:
    first, last = events[0].first_seq, events[-1].seq
    return str(first) if first == last else f"{first} to {last}"


def _summed(events: Sequence[Event]) -> list[str]:
    """What came, in a row if it was one snapshot, else counted."""
    if len(events) > 2:
        return [f"{len(events)} events: {_span(events)}, one by one"]
    return [f"{event.type}: it stands for {_span([event])}" for event in events] or ["nothing"]


def _steps(numbers: Sequence[int]) -> str:
    """Numbers in the order in which they came, unbroken runs of four and more in short."""
    runs: list[list[int]] = [[number] for number in numbers[:1]]
    for one, other in pairwise(numbers):
        if other == one + 1:
            runs[-1].append(other)
        else:
            runs.append([other])
    return ", ".join(_run(run) for run in runs)


def _run(run: Sequence[int]) -> str:
    return ", ".join(map(str, run)) if len(run) < 4 else f"{run[0]} to {run[-1]}"


def _tools(state: ResponseState) -> str:
    # Of an operation's id the last part is enough: which one it is.
    said = [f"{name.rpartition('/')[2]}: {told}" for name, told in state.tools.items()]
    return ", ".join(said) or "none"


def _state(state: ResponseState) -> str:
    about = f"last_seq {state.last_seq}, {state.status}, tools {_tools(state)}"
    return f"{about}; draft {state.draft!r}"
