"""The fold, tried directly: from every kind of state, every type of event at every distance."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from labs.calls import Call, Caller, Odd, Value
from labs.protocol import TERMINAL, Event, Json, ResponseState
from labs.specs import Manner, alike, rules_of
from labs.streaming_protocol.trials.spec import SNAPSHOT, TOOLS, fold
from labs.streaming_protocol.trials.telling import AT, differ, tell
from labs.trials import Finding, try_scripts

Data = dict[str, Json]
_AT = datetime.fromisoformat(AT)
DELTA = "output_text.delta"


def _approval(operation_id: str) -> Data:
    return {
        "approval_id": f"a-{operation_id}",
        "operation_id": operation_id,
        "tool": "send_mail",
        "arguments": {"to": ["ann", "bo"]},
        "payload_hash": "5d41",
        "expires_at": "2027-01-04T09:10:00+00:00",
    }


EMPTY = ResponseState("r1")
WRITING = ResponseState("r1", last_seq=3, status="streaming", draft="Hel")
_WORKING = replace(WRITING, tools={"o1": "running", "o2": "completed"})
WAITING = replace(WRITING, tools={"o1": "running"}, approval=_approval("o2"))
_OPEN = (
    EMPTY,
    WRITING,
    _WORKING,
    WAITING,
    replace(WAITING, gap=True),
)
COMPLETED = replace(_WORKING, status="completed", final="Hello.")
CANCELLED = replace(_WORKING, status="cancelled", incomplete_reason="stopped")
_ENDED = (
    COMPLETED,
    CANCELLED,
    replace(CANCELLED, status="failed", incomplete_reason="overloaded", approval=_approval("o2")),
    replace(CANCELLED, gap=True),
    replace(WRITING, status="completed", draft="", final=""),
)
_MUCH = (WRITING, COMPLETED)
"""States to which everything happens; to the others, some of each kind."""
PLAIN: list[tuple[str, Data]] = [
    ("response.started", {}),
    (DELTA, {"text": "lo"}),
    ("tool.started", {"operation_id": "o3", "name": "search"}),
    ("tool.completed", {"operation_id": "o1", "result": None}),
    ("tool.failed", {"operation_id": "o1", "error": "busy"}),
    ("tool.cancelled", {"operation_id": "o2"}),
    ("approval.required", _approval("o4")),
    ("response.completed", {"text": "Hello!"}),
    ("response.cancelled", {"reason": "stopped by user"}),
    ("response.failed", {"reason": "timeout"}),
]
_MAIL: Data = {"operation_id": "o2", "name": "mail"}
MORE: list[tuple[str, Data]] = [
    *((kind, _MAIL) for kind in TOOLS),
    (DELTA, {"text": ""}),
    (DELTA, {"text": " \u20ac\n"}),
    ("response.completed", {"text": ""}),
    ("response.cancelled", {"reason": ""}),
    ("response.failed", {"reason": ""}),
]
_RARE = replace(
    ResponseState("r1", last_seq=999, status="streaming", draft="Hel", gap=True),
    final="Help.",
    incomplete_reason="slow",
    tools={"o1": "cancelled", "o2": "failed"},
    approval=_approval("o12"),
)
"""What only a snapshot brings: an open response with a final text and a reason. And tools that
have ended, of which something else is heard after all; and an id that begins as another one does.
"""
_OTHERS = ("r2", "r10", "r", "R1")
"""Ids of other responses; some are nearly that of this one."""


async def try_fold(caller: Caller) -> Finding | None:
    """One event each time: old, next, too far, joined, overlapping, a stranger's, a snapshot."""
    scripts = [(Call("fold", both),) for both in _cases()]
    return await try_scripts(caller, "fold", RULES, scripts)


def _cases() -> Iterator[tuple[ResponseState, Event]]:
    for state in (*_OPEN, *_ENDED):
        last, much = state.last_seq, state in _MUCH
        more = MORE if much else MORE[: len(TOOLS)] if state.approval else MORE[:1]
        for kind in (*PLAIN, *more):
            yield (state, event_of(last + 1, *kind))
        yield (state, event_of(last + 2, *PLAIN[1]))
        some, others = (PLAIN, PLAIN[:4]) if much else (PLAIN[1::3], PLAIN[:1])
        for seq in [seq for seq in (last, last - 1, last + 3) if seq >= 0]:
            yield from [(state, event_of(seq, *kind)) for kind in some]
        strange = zip(others, _OTHERS, strict=False)
        yield from [(state, event_of(last + 1, *kind, of=of)) for kind, of in strange]
        yield from [(state, event) for event in joined(last)]
        yield from [(state, event) for event in snapshots(state)]
    yield from rare()


def rare() -> Iterator[tuple[ResponseState, Event]]:
    """What an event does not name stays as it was; and one event may stand for thousands."""
    nothing: Data = {name: getattr(EMPTY, name) for name in SNAPSHOT}
    ended: list[tuple[str, Data]] = [("tool.completed", {"operation_id": "o2"}), MORE[0]]
    for kind in (*PLAIN[:4], *ended, *PLAIN[-3:], ("snapshot", nothing)):
        yield (_RARE, event_of(_RARE.last_seq + 1, *kind))
    yield (WRITING, event_of(5_003, DELTA, {"text": "lo, " * 3_000}, first_seq=4))


def event_of(
    seq: int, kind: str, data: Data, *, first_seq: int | None = None, of: str = "r1"
) -> Event:
    """An event of that response; it stands for several if it begins before its own number."""
    return Event(of, seq, _AT, kind, data, seq if first_seq is None else first_seq)


def joined(last: int) -> list[Event]:
    """Deltas that stand for several: next, overlapping, all old, beyond, and a stranger's."""
    spans = [(1, 3), (0, 1), (-1, 2), (-2, 0), (-2, -1), (2, 4)]
    text: Data = {"text": "lo, "}
    return [
        event_of(last + end, DELTA, text, first_seq=last + begin, of=of)
        for (begin, end), of in [(spans[0], "r2"), *((span, "r1") for span in spans)]
        if last + begin >= 0
    ]


def snapshots(state: ResponseState) -> Iterator[Event]:
    """Those that come next, that leap, that are old, and that are a stranger's."""
    last, first = state.last_seq, max(0, state.last_seq)
    for data in _pictures(state):
        yield event_of(last + 1, "snapshot", data)
    # A leap, however far, from whatever number it counts: all that came before is in it.
    for number, data in enumerate(_pictures(state)):
        if number % 2:
            yield event_of(last + 5_000, "snapshot", data, first_seq=first)
        else:
            yield event_of(last + 5, "snapshot", data)
    some = next(_pictures(state))
    for seq in [seq for seq in (last, last - 1) if seq >= 0]:
        yield event_of(seq, "snapshot", {**some, "draft": "old", "tools": {}})
    yield event_of(last + 1, "snapshot", some, of="r2")


def _pictures(state: ResponseState) -> Iterator[Data]:
    """What a snapshot may say, and after an end what none should: that it goes on."""
    same: Data = {name: getattr(state, name) for name in SNAPSHOT}
    yield {**same, "tools": {"o1": "cancelled", "o9": "failed"}}
    yield {**same, "tools": {}}
    yield {**same, "draft": "Hi", "status": "streaming", "approval": None}
    if state.status in TERMINAL:
        return
    yield {**same, "draft": "Hello w", "status": "streaming", "approval": _approval("o7")}
    ended: Data = {**same, "draft": "Hello", "tools": {"o1": "completed"}, "approval": None}
    yield {**ended, "status": "completed", "final": "Hello."}
    yield {**ended, "status": "completed", "final": ""}
    yield {**ended, "status": "cancelled", "incomplete_reason": "stopped"}
    yield {**ended, "status": "failed", "incomplete_reason": "", "draft": ""}


_NEEDS: dict[str, tuple[str, ...]] = {
    "response.started": (),
    DELTA: ("text",),
    **dict.fromkeys(TOOLS, ("operation_id",)),
    "approval.required": ("operation_id",),
    "snapshot": SNAPSHOT,
    "response.completed": ("text",),
    "response.cancelled": ("reason",),
    "response.failed": ("reason",),
}


def _alike(value: Value, other: Value | Odd) -> bool:
    """None may stand in a field, never for a state: somebody has forgotten to return one."""
    return other is not None and alike(value, other)


def _admits(call: Call) -> bool:
    match call.args:
        case (ResponseState() as state, Event() as event):
            needs = _NEEDS.get(event.type)
            waits = state.approval is None or "operation_id" in state.approval
            ordered = event.first_seq <= event.seq or event.type == "snapshot"
            return needs is not None and event.data.keys() >= {*needs} and waits and ordered
    return False


RULES = rules_of(
    {"fold": fold},
    _admits,
    words=(ResponseState, Event),
    manner=Manner(watched=("fold",), tell=tell, differ=differ, alike=_alike),
)
