"""The record, tried directly: every status, texts that are JSON and texts that are none."""

import itertools
import json
from collections.abc import Iterator
from dataclasses import replace

from labs.calls import Call, Caller, Odd, Value, Word
from labs.protocol import Json, Record, ResponseState
from labs.specs import Manner, alike, rules_of
from labs.streaming_protocol.trials.telling import differ, tell
from labs.trials import Finding, try_scripts

_JSON = (
    *('{"a": 1}', "null", "7", '"x"', "[]", "{}", "0", "true", '[1, "x", {"b": [null]}]'),
    *(' {"a": 1}\n', "0.125", '{"a": {"a": 1}}', '"\\u20ac"', '"\u20ac"'),
    '{"a": 1, "a": 2}',
)
LONG = f'"{"ha " * 2_000}"'
_NO_JSON = (
    *("", " ", "Hello.", '{"a": 1', '{"a"', "[1, 2", '"x', "{'a': 1}", "None", "True"),
    *('{"a": 1} and more', '```json\n{"a": 1}\n```', '{"a": 1,}', "1 2"),
    # Blanks, line ends and marks that JSON does not allow where they stand.
    *('"a\nb"', "\u00a07", "\ufeff7"),
)


def to_record(state: ResponseState, structured: bool) -> Record:
    """The rule, written down as plainly as can be."""
    if state.status == "completed":
        text = str(state.final)
        return Record("final", text, None, _parsed(text) if structured else None)
    if state.status in ("cancelled", "failed"):
        return Record("incomplete", state.draft, state.incomplete_reason, None)
    raise ValueError("not yet")


def _parsed(text: str) -> Json:
    try:
        made: Json = json.loads(text)
    except json.JSONDecodeError as problem:
        # Nothing more special than the contract names: a student may raise it himself.
        raise ValueError(str(problem)) from None
    return made


async def try_record(caller: Caller) -> Finding | None:
    """Each state for a structured answer and for a plain one."""
    both = itertools.product(_states(), (False, True))
    scripts = [(Call("to_record", args),) for args in both]
    return await try_scripts(caller, "record", RULES, scripts)


def _states() -> Iterator[ResponseState]:
    open_ = ResponseState("r1", last_seq=4, status="streaming", draft="Hel")
    ended = replace(open_, last_seq=9)
    done = replace(ended, status="completed", final="Hello.")
    yield ResponseState("r1")
    yield from [open_, replace(open_, draft=""), replace(open_, draft='{"a": 1}')]
    yield replace(done, draft="", final='{"a": 1}')
    yield from [done, replace(done, final=""), replace(done, draft="", final="Hi")]
    # What is on the screen is one thing, what was decided in the end another.
    yield replace(done, draft='{"a": 1}', final='{"a": 2}')
    yield replace(done, draft='{"a": 1}', final="")
    yield from [replace(done, final=text, draft=text[:2]) for text in (*_JSON, *_NO_JSON)]
    for status, reason in (("cancelled", "stopped"), ("failed", "timeout"), ("failed", "")):
        cut = replace(ended, status=status, incomplete_reason=reason)
        yield from [replace(cut, draft=draft) for draft in ("Hel", "", *_JSON[:4], *_NO_JSON[1:4])]
        yield replace(cut, tools={"o1": "running"}, gap=True)
    yield from _odd_ends(done, ended)
    yield replace(done, tools={"o1": "running"}, gap=True)
    yield replace(open_, tools={"o1": "running"}, approval={"operation_id": "o2"}, gap=True)


def _odd_ends(done: ResponseState, ended: ResponseState) -> Iterator[ResponseState]:
    """What a snapshot may bring: a reason or a final text where none is kept; and long texts."""
    yield replace(done, incomplete_reason="stopped")
    yield replace(done, draft="", final=LONG)
    for status in ("cancelled", "failed"):
        cut = replace(ended, status=status)
        yield from [cut, replace(cut, final="Hello.", incomplete_reason="stopped")]
    yield replace(ended, status="cancelled", incomplete_reason="")
    yield replace(ended, status="failed", incomplete_reason="timeout", draft=LONG)


def _alike(value: Value, other: Value | Odd) -> bool:
    """The payload may be any JSON; whether it is the right one is another question."""
    if isinstance(value, Word) and isinstance(other, Word) and len(other.fields) == 4:
        return value.kind == other.kind and alike(value.fields[:3], other.fields[:3])
    return other is not None and alike(value, other)


def _admits(call: Call) -> bool:
    match call.args:
        case (ResponseState(status=str(), draft=str()) as state, bool()):
            return state.status != "completed" or isinstance(state.final, str)
    return False


RULES = rules_of(
    {"to_record": to_record},
    _admits,
    words=(ResponseState,),
    manner=Manner(watched=("to_record",), tell=tell, differ=differ, alike=_alike),
)
