"""Day 10, all six: one response in which everything goes wrong that can, and who was told what."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from labs.protocol import Event, Json, ResponseState
from labs.shown import Shown, named
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.desk import USUAL
from labs.streaming_protocol.plays.stage import SEED, on_stage
from labs.streaming_protocol.scenarios.playing import (
    approval_of,
    deeds,
    ended,
    playing,
    point_or_end,
)
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System

TEXT = (
    "A story, please. Search, then mail Ada twice, then refund me, actually all of it, then export."
)
_TOOLS = ("search", "mail", "refund", "export")
_GROUPS = {"stopped": "stopped", "still_running": "goes on", "done": "done before"}
_READER = "slow"
_ALL = 1_000


@dataclass(frozen=True)
class _Lived:
    """What was seen. `denied`: what was asked for anew; `first` and `second`: what Stop told."""

    approved: Sequence[str]
    denied: str
    first: Body
    second: Body
    slow: ResponseState


async def the_whole(*mine: object, seed: int = SEED) -> Shown:
    """A crash, a redelivery, another payload, two Stops, an unruly client and a slow one."""
    async with (
        on_stage(*mine, seed=seed) as bench,
        playing(bench, habits=USUAL) as system,
    ):
        for gate in ("words", "mail:done", "export"):
            system.gates(gate).allow(0)
        response_id = await system.client.create(TEXT)
        lived = await _live_through(system, response_id)
        body = await ended(system, response_id)
        events = await system.desk.journal.events(response_id, 0, _ALL)
        unruly = await _unruly(system, response_id, events)
        held = [int(record.detail) for record in system.trace.of("stream", "put")]
        counts = system.desk.figures.counts
        rows = [
            ("approved", "; ".join(lived.approved)),
            ("denied", lived.denied),
            ("done", "; ".join(deeds(system, response_id))),
            ("Stop told", _notice(lived.first)),
            ("told again", "the same" if lived.second == lived.first else _notice(lived.second)),
            ("kept", _record(body)),
            ("unruly client", _known(unruly)),
            ("slow client", "the same" if lived.slow == unruly else _known(lived.slow)),
            ("held for it", f"at most {max(held)} of {len(events)} events"),
            ("duplicates", str(counts["duplicate_operations", ""])),
            ("late Stops", str(counts["cancellations_after_commit", ""])),
        ]
    return named(rows)


async def _live_through(system: System, response_id: str) -> _Lived:
    """The response, from the first word to the slow client's waking up behind its end."""
    async with system.client.watch(response_id, reader=_READER) as connection:
        await system.trace.until(lambda r: (r.what, r.run_id) == ("attached", response_id))
        system.gates("words").open()
        mail = await approval_of(system, response_id)
        await system.client.decide(mail)
        await _crash_behind_the_mail(system, response_id)
        refund = await approval_of(system, response_id, 2)
        await system.client.decide(refund)
        denied = await _denied(system, response_id)
        await point_or_end(system, response_id, "export:begun")
        first, second = [await system.client.stop(response_id) for _ in range(2)]
        system.gates("export").open()
        await ended(system, response_id)
        slow = Screen(system.desk.parts, response_id)
        await _all_put(system, response_id)
        await system.client.credit(response_id, _READER)
        await slow.take(await connection.batch())
    return _Lived([_called(mail), _called(refund)], denied, first, second, slow.state)


async def _crash_behind_the_mail(system: System, response_id: str) -> None:
    """The mail is out, nobody has written it down, and the process dies."""
    await point_or_end(system, response_id, "mail:done")
    await system.endpoint.service.close()
    system.gates("mail:done").open()
    await system.crash()


async def _denied(system: System, response_id: str) -> str:
    """The agent wants another sum than was approved; if it asks, the answer is no."""
    asked = system.trace.of
    await system.trace.until(
        lambda r: (
            r.detail == "export:begun" or (r.what == "asked" and len(asked("permits", "asked")) > 2)
        )
    )
    if len(asked("permits", "asked")) < 3:
        return "nothing: it has not asked again"
    approval = await approval_of(system, response_id, 3)
    await system.client.decide(approval, granted=False)
    return _called(approval)


async def _all_put(system: System, response_id: str) -> None:
    stored = await system.desk.journal.load(response_id)
    assert stored is not None  # it was created
    last = stored.next_seq - 1
    await system.trace.until(lambda r: (r.actor, r.what, r.seq) == ("stream", "put", last))


async def _unruly(system: System, response_id: str, events: Sequence[Event]) -> ResponseState:
    """A client that gets two events twice and one not at all, and asks again if it notices."""
    screen = Screen(system.desk.parts, response_id)
    await screen.take([*events[:9], *events[7:9], *events[10:12]])
    behind = screen.state.last_seq + 1 if screen.state.gap else 12
    await screen.take(events[behind:])
    return screen.state


def _called(approval: Body) -> str:
    arguments = cast(Body, approval["arguments"])
    return f"{approval['tool']}({', '.join(f'{k}={v}' for k, v in arguments.items())})"


def _notice(told: Body) -> str:
    groups = [f"{said}: {_named(told[group])}" for group, said in _GROUPS.items()]
    return "; ".join([*groups, f"status {told['status']}"])


def _named(operations: Json) -> str:
    ids = cast(list[str], operations)
    return ", ".join(map(_tool, ids)) or "nothing"


def _tool(operation_id: str) -> str:
    return _TOOLS[int(operation_id.rpartition("/")[2])]


def _record(body: Body) -> str:
    record = cast(Body | None, body["record"])
    if record is None:
        return "nothing"
    reason = record["incomplete_reason"]
    said = f"{record['kind']}, {len(str(record['text']).split())} words"
    return said if reason is None else f"{said}, because it was {reason}"


def _known(state: ResponseState) -> str:
    tools = [f"{_tool(operation_id)} {said}" for operation_id, said in state.tools.items()]
    return f"{state.status}; {len(state.draft.split())} words; {', '.join(tools) or 'no tool'}"
