"""Wrong records, made of the right one by its parts."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from labs.protocol import Json, Record, ResponseState
from labs.streaming_protocol.trials.record import to_record

Rule = Callable[[ResponseState, bool], object]


def but(statuses: str, rule: Rule) -> Rule:
    """The right rule, but for states of these statuses."""

    def told(state: ResponseState, structured: bool) -> object:
        wrong = state.status in statuses.split()
        return rule(state, structured) if wrong else to_record(state, structured)

    return told


def completed(text: Callable[[ResponseState], str]) -> Rule:
    def told(state: ResponseState, structured: bool) -> object:
        return to_record(replace(state, final=text(state)), structured)

    return but("completed", told)


def cut(
    *,
    kind: str = "incomplete",
    text: Callable[[ResponseState], str] = lambda state: state.draft,
    reason: Callable[[ResponseState], str | None] = lambda state: state.incomplete_reason,
    payload: Callable[[ResponseState], Json] = lambda state: None,
    at: str = "cancelled failed",
) -> Rule:
    def told(state: ResponseState, structured: bool) -> object:
        return Record(kind, text(state), reason(state), payload(state) if structured else None)

    return but(at, told)


def parsed(text: str) -> Json:
    made: Json = json.loads(text)
    return made


def lenient(text: str, otherwise: Json = None) -> Json:
    try:
        return parsed(text)
    except ValueError:
        return otherwise


def lax(text: str) -> Json:
    made: Json = json.loads(text, strict=False)
    return made


def strict(text: str) -> Json:
    made: Json = json.loads(text, object_pairs_hook=_each_once)
    return made


def _each_once(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def with_reason(state: ResponseState, structured: bool) -> object:
    return replace(to_record(state, structured), incomplete_reason=state.incomplete_reason)


def reason_if_given(state: ResponseState) -> str:
    return state.status if state.incomplete_reason is None else state.incomplete_reason


def paid(payload: Callable[[str], Json]) -> Rule:
    """Makes something else of a structured final text."""

    def told(state: ResponseState, structured: bool) -> object:
        text = str(state.final)
        return Record("final", text, None, payload(text) if structured else None)

    return but("completed", told)


def always_parsed(state: ResponseState, structured: bool) -> object:
    return to_record(state, True)


def never_parsed(state: ResponseState, structured: bool) -> object:
    return to_record(state, False)


def repaired(text: str) -> Json:
    return lenient(text, lenient(text + "}", lenient(text + "]")))


def from_draft(state: ResponseState, structured: bool) -> object:
    return Record("final", str(state.final), None, parsed(state.draft) if structured else None)


def as_incomplete(state: ResponseState, structured: bool) -> object:
    return Record("incomplete", state.draft, state.incomplete_reason, None)


def as_final(state: ResponseState, structured: bool) -> object:
    return Record("final", state.draft, None, lenient(state.draft) if structured else None)


def refuses(state: ResponseState, structured: bool) -> object:
    raise ValueError


def refuses_otherwise(state: ResponseState, structured: bool) -> object:
    raise KeyError(state.status)


def nothing(state: ResponseState, structured: bool) -> object:
    return None


def refuses_json_otherwise(text: str) -> Json:
    try:
        return parsed(text)
    except ValueError:
        raise TypeError from None
