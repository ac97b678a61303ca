"""Mistakes with the record. A probe is a state, and whether its answer is structured."""

from dataclasses import replace

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.protocol import ResponseState
from labs.streaming_protocol.mistakes.models import records as by
from labs.streaming_protocol.trials.record import LONG, to_record

_OPEN = ResponseState("r1", last_seq=4, status="streaming", draft="Hel")
_DONE = replace(_OPEN, status="completed", final="Hello.")
_CUT = replace(_OPEN, status="cancelled", incomplete_reason="stopped")
_FAILED = replace(_CUT, status="failed", incomplete_reason="timeout")
_STATES = [
    ResponseState("r1"),
    _OPEN,
    replace(_OPEN, draft='{"a": 1}'),
    *[replace(_DONE, final=text) for text in ("Hello.", "", " x ", "null", "7", '{"a": 1}')],
    *[replace(_DONE, final=text) for text in ('{"a": 1', " [1]\n", '"x"', "{'a': 1}", "[]")],
    replace(_DONE, final='```json\n{"a": 1}\n```'),
    replace(_DONE, draft='{"a": 1}', final='{"a": 2}'),
    replace(_DONE, draft='{"a": 1}', final=""),
    *[replace(_DONE, final=text) for text in ('"a\nb"', "\u00a07", "\ufeff7", '{"a":1,"a":2}')],
    replace(_DONE, incomplete_reason="stopped"),
    *[replace(cut, incomplete_reason=None) for cut in (_CUT, _FAILED)],
    *[replace(cut, incomplete_reason="") for cut in (_CUT, _FAILED)],
    *[replace(cut, final="Hello.") for cut in (_CUT, _FAILED)],
    *[replace(cut, draft=text) for cut in (_CUT, _FAILED) for text in ("Hel", "", "7")],
    *[replace(cut, draft=text) for cut in (_CUT, _FAILED) for text in ('{"a": 1}', '{"a": 1')],
    *[replace(cut, draft=text) for cut in (_CUT, _FAILED) for text in (" ", LONG)],
    replace(_DONE, final=LONG),
]
PROBES = [
    Probe((Call("to_record", (state, structured)),), check=2)
    for state in _STATES
    for structured in (False, True)
]
RIGHT = {"to_record": to_record}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *rules: by.Rule) -> None:
    mistake = Mistake(name, f"{question} See record.py's rule.")
    MODELS.extend(Model(mistake, {"to_record": rule}) for rule in rules)


_mistake(
    "takes an empty final text for none",
    "Moderation left nothing of the text: is the draft the answer then?",
    by.completed(lambda state: state.final or state.draft),
    by.completed(lambda state: state.final if state.final and state.final.strip() else state.draft),
)
_mistake(
    "keeps the draft instead of the final text",
    "The draft was on the screen, the final text was decided: which one is the answer?",
    by.completed(lambda state: state.draft),
)
_mistake(
    "joins draft and final text",
    "The final text is the whole: what would the draft add to it?",
    by.completed(lambda state: state.draft + str(state.final)),
)
_mistake(
    "promotes a draft to final",
    "It was cut off: would you send this text to a customer as the answer?",
    by.cut(kind="final"),
    by.cut(kind="final", reason=lambda state: None),
    by.cut(kind="final", at="cancelled"),
    by.cut(kind="final", at="failed"),
    by.cut(kind="final", reason=lambda state: None, payload=lambda state: by.lenient(state.draft)),
)
_mistake(
    "parses a draft",
    "Half a sentence may be a whole number: does that it parses make it an answer?",
    by.cut(payload=lambda state: by.lenient(state.draft)),
    by.cut(payload=lambda state: by.parsed(state.draft)),
    by.cut(payload=lambda state: by.lenient(state.draft), at="cancelled"),
    by.cut(payload=lambda state: by.repaired(state.draft)),
    by.cut(payload=lambda state: state.draft),
)
_mistake(
    "loses the draft",
    "It was cut off: which text is there to keep, the final one or the draft?",
    by.cut(text=lambda state: ""),
    by.cut(text=lambda state: str(state.final)),
    by.cut(text=lambda state: state.final or ""),
    by.cut(text=lambda state: state.final or state.draft),
)
_mistake(
    "changes the text that it keeps",
    "Blanks at its end, thousands of letters: is it for the record to tidy up or to shorten them?",
    by.cut(text=lambda state: state.draft.strip()),
    by.cut(text=lambda state: state.draft[:4_096]),
    by.completed(lambda state: str(state.final)[:4_096]),
    by.completed(lambda state: str(state.final).strip()),
)
_mistake(
    "loses the reason",
    "It is incomplete: why? Which field of the state says so?",
    by.cut(reason=lambda state: None),
    by.cut(reason=lambda state: state.status),
    by.cut(reason=lambda state: ""),
)
_mistake(
    "keeps a reason of what is complete",
    "It is completed: for what would there be a reason?",
    by.but("completed", by.with_reason),
)
_mistake(
    "makes up a reason",
    "Nobody has given a reason: may the record have one?",
    by.cut(reason=lambda state: state.incomplete_reason or ""),
    by.cut(reason=lambda state: state.incomplete_reason or state.status),
    by.cut(reason=lambda state: state.incomplete_reason or "unknown"),
    by.cut(reason=by.reason_if_given),
    by.cut(reason=by.reason_if_given, at="cancelled"),
)
_mistake(
    "takes an empty reason for none",
    "The reason is an empty text: is that the same as no reason?",
    by.cut(reason=lambda state: state.incomplete_reason or None),
)
_mistake(
    "has another word for the kind",
    "There are two kinds: which two words does the rule have for them?",
    by.cut(kind="cancelled", at="cancelled"),
    by.but(
        "cancelled failed", lambda s, structured: replace(to_record(s, structured), kind=s.status)
    ),
    by.but("completed", lambda s, structured: replace(to_record(s, structured), kind="completed")),
)
_mistake(
    "refuses what was cut off",
    "A cancelled response is no error: what is kept of it?",
    by.but("cancelled failed", by.refuses),
    by.but("failed", by.refuses),
    by.but("cancelled", by.refuses),
)
_mistake(
    "keeps what has not ended",
    "It is still being written: can there be a record of it yet?",
    by.but("pending streaming", by.as_incomplete),
    by.but("pending streaming", by.as_final),
    by.but("streaming", by.as_incomplete),
    by.but("streaming", by.as_final),
    by.but("pending streaming", by.nothing),
)
_mistake(
    "refuses with another exception",
    "Which exception does the rule name?",
    by.but("pending streaming", by.refuses_otherwise),
    by.paid(by.refuses_json_otherwise),
)
_mistake(
    "swallows what is no JSON",
    "The final text is no JSON: who hears of it, if the payload is just something else?",
    by.paid(by.lenient),
    by.paid(lambda text: by.lenient(text, text)),
    by.paid(lambda text: by.lenient(text, {})),
)
_mistake(
    "repairs JSON",
    "A brace is missing: do you know what else is?",
    by.paid(lambda text: by.parsed(text.removeprefix("```json\n").removesuffix("\n```"))),
    by.paid(lambda text: by.parsed(text.replace("'", '"'))),
    by.paid(lambda text: by.parsed(text) if by.repaired(text) is None else by.repaired(text)),
)
_mistake(
    "reads what json.loads refuses",
    "Python's JSON parser refuses this text as it stands: what does yours do to it first?",
    by.paid(by.lax),
    by.paid(lambda text: by.parsed(text.strip())),
    by.paid(lambda text: by.parsed(text.lstrip("\ufeff"))),
    by.paid(lambda text: by.parsed(text.lstrip("\ufeff").strip())),
)
_mistake(
    "refuses what json.loads takes",
    "Python's JSON parser makes something of this text: what else does yours demand of it?",
    by.paid(by.strict),
)
_mistake(
    "parses the draft for the payload",
    "The final text differs from the draft: of which one is the payload made?",
    by.but("completed", by.from_draft),
)
_mistake(
    "accepts objects only",
    "Is a list JSON, is a number, is null?",
    by.paid(lambda text: made if isinstance(made := by.parsed(text), dict) else None),
    by.paid(lambda text: by.parsed(text) or None),
)
_mistake(
    "keeps the text as the payload",
    "A text that says 7, and the number 7: which one is the payload?",
    by.paid(lambda text: text),
)
_mistake(
    "parses what is not structured",
    "A plain answer that happens to be JSON, or is none: who asked for a payload?",
    by.always_parsed,
)
_mistake("never parses", "The answer is to be structured: what is its payload?", by.never_parsed)
