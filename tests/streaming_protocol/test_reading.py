"""A student's answers are read exactly, or not at all."""

import pytest

from labs.calls import Odd, Value, Word
from labs.protocol import (
    Begin,
    Json,
    Record,
    Response,
    ResponseState,
    Semantics,
    ToolPhase,
    ToolRun,
)
from labs.streaming_protocol import reading

STATE = ("r1", 3, "streaming", "draft", None, None, {"o1": "running"}, None, False)
TOOL = Word("ToolRun", ("o1", "mail", "running", "cooperative"))
EVENT = Word(
    "Event", ("r1", 3, Word("datetime", ("2030-01-01T00:00:00+00:00",)), "snapshot", {}, 3)
)


def test_what_is_right_is_read() -> None:
    tools: dict[str, Json] = {"o1": "running"}
    assert reading.state(Word("ResponseState", STATE)) == ResponseState(
        "r1", 3, "streaming", "draft", tools=tools
    )
    record = Record("final", "x", None, [1, {"a": None}])
    assert reading.record(Word("Record", ("final", "x", None, [1, {"a": None}]))) == record
    run = ToolRun("o1", "mail", ToolPhase.RUNNING, Semantics.COOPERATIVE)
    response = Response("r1", "cancelling", (run,))
    assert reading.response(Word("Response", ("r1", "cancelling", (TOOL,)))) == response
    assert reading.begun(("in_doubt", None)) == (Begin.IN_DOUBT, None)
    (event,) = reading.events([EVENT])
    assert (event.seq, event.first_seq, event.type) == (3, 3, "snapshot")


WRONG: tuple[Value, ...] = (None, True, None, None, 1, 1, [], [], 0)
"""For each field of a state, something of another type."""
NO_STATES: list[Value | Odd] = [
    None,
    Odd("a State object"),
    Word("Record", STATE),
    Word("ResponseState", STATE[:-1]),
    Word("ResponseState", (*STATE[:6], {"o1": ("running",)}, None, False)),
    *[
        Word("ResponseState", (*STATE[:at], wrong, *STATE[at + 1 :]))
        for at, wrong in enumerate(WRONG)
    ],
]


@pytest.mark.parametrize("value", NO_STATES)
def test_a_state_that_is_none_is_refused(value: Value | Odd) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # it has no words: the fault has them
        reading.state(value)


@pytest.mark.parametrize("value", [["new", None], ("new",), ("other", None), ("done", (1,)), "new"])
def test_a_beginning_that_is_none_is_refused(value: Value) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        reading.begun(value)


@pytest.mark.parametrize("value", [(EVENT,), [None], [TOOL], EVENT, "[]"])
def test_events_that_are_none_are_refused(value: Value) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        reading.events(value)


@pytest.mark.parametrize(
    "tools", [[TOOL], (EVENT,), (Word("ToolRun", ("o1", "m", "x", "y")),), None]
)
def test_tools_that_are_none_are_refused(tools: Value) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        reading.response(Word("Response", ("r1", "cancelling", tools)))


@pytest.mark.parametrize("value", [True, -1, 1.0, "1", None])
def test_a_count_is_a_plain_number(value: Value) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        reading.count(value)


@pytest.mark.parametrize("value", ["\0", "\ud800", "ü", "\n", b"", None])
def test_a_fingerprint_can_be_kept_by_every_store(value: Value) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        reading.fingerprint(value)
