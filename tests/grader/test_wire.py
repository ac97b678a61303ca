"""What crosses the wire, and what is refused on arrival."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.answers import answer_from_json, answer_line, problem_from_json
from grader.wire import (
    MOST_LINE,
    Garbled,
    Json,
    calls_from_json,
    calls_to_json,
    exercise_from_json,
    exercise_to_json,
    packed,
    unpacked,
)
from labs.calls import EMIT, Answer, Call, Emission, Exercise, Need, Odd, Previous, Raised, Word
from labs.runs import Run, RunStatus

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
RUN = Run("run-1", "session-1", RunStatus.RUNNING, NOON, ("one", "two"), attempt=1)


@pytest.mark.parametrize(
    "word",
    [
        *(None, True, 0, -1, 1.5, "é", "", RunStatus.DONE, RUN, NOON, EMIT, Previous("Run")),
        NOON.astimezone(timezone(timedelta(hours=-5))),
        ("a", RunStatus.DONE),
        ["a", [RUN]],
        {"a": RUN, RunStatus.DONE: 1, 2: None},
    ],
)
def test_words_cross_unchanged(word: object) -> None:
    call = Call("f", (word,), on="kept", keep="new", afresh=True, watched=True)
    (arrived,) = crossed([call])
    assert arrived == call
    assert type(arrived.args[0]) is type(word)


def crossed(calls: list[Call]) -> list[Call]:
    return calls_from_json(unpacked(packed({"calls": calls_to_json(calls)}))["calls"])


NAMES = st.sampled_from("fg")
CALLS = st.builds(
    Call,
    NAMES,
    st.lists(st.integers() | st.text() | st.just(RUN), max_size=2).map(tuple),
    st.none() | NAMES,
    st.none() | NAMES,
    st.booleans(),
    st.booleans(),
)


@given(st.lists(CALLS))
def test_calls_cross_in_their_order(calls: list[Call]) -> None:
    assert crossed(calls) == calls


def test_what_is_alike_is_said_once() -> None:
    offers = [Call("offer", (seq, "a"), on="orderer") for seq in range(3)]
    alike = ["offer", "orderer", None, False, False]
    assert calls_to_json(offers) == [[*alike, [[0, "a"], [1, "a"], [2, "a"]]]]


def test_what_is_no_word_does_not_cross() -> None:
    with pytest.raises(TypeError, match="a set cannot cross"):
        calls_to_json([Call("f", ({1},))])


def test_an_exercise_crosses_unchanged() -> None:
    exercise = Exercise("a", "a.py", (Need("f", 1), Need("C.m", 2)))
    assert exercise_from_json(unpacked(packed(exercise_to_json(exercise)))) == exercise


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**1000), 2**1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(), inner)
        | st.lists(inner).map(tuple)
        | st.builds(Word, st.text(), st.lists(inner).map(tuple))
    ),
    max_leaves=10,
)


@given(VALUES, st.lists(VALUES, max_size=3))
def test_answers_cross_unchanged(value: None, args: list[None]) -> None:
    emitted = (Emission("kept", tuple(args)), Emission(None, ()))
    answer = Answer(value, emitted=emitted, after=tuple(args), earlier=tuple(args[1:]))
    arrived = answer_from_json(unpacked(answer_line(answer)))
    assert arrived == answer
    assert repr(arrived) == repr(answer)  # True is no 1, and 1.0 is none either


def test_what_was_raised_and_what_is_odd() -> None:
    answer = Answer(Odd("a Flag object"), Raised(("Mine", "ValueError"), "no", "a.py line 1"))
    assert answer_from_json(unpacked(answer_line(answer))) == answer


def test_an_answer_that_is_too_long_is_odd() -> None:
    line = answer_line(Answer("x" * MOST_LINE))
    assert len(line) < 200
    assert answer_from_json(unpacked(line)).value == Odd("an answer of 1,048,616 bytes")


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"\n", b"no", b"[]", b"1", b'"x"', b"null", b"{", b'{"a":NaN}', b"\xff", b"{}{}"),
        b'{"a":' + b"[" * 100_000 + b"}",
        b'{"a":' + b"9" * 100_000 + b"}",
    ],
)
def test_what_is_no_message(line: bytes) -> None:
    with pytest.raises(Garbled):
        unpacked(line)


def answer(**parts: object) -> Json:
    fine: dict[str, object] = {"value": {"is": 1}, "raised": None, "emitted": []}
    return {**fine, **parts}  # type: ignore[dict-item]


def nested(depth: int) -> list[object]:
    return [nested(depth - 1)] if depth else []


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"value": {"is": 1}},
        answer(more=1),
        *(
            answer(value=value)
            for value in ([1], {}, {"is": 1, "odd": "x"}, {"was": 1}, {"odd": 1})
        ),
        *(answer(value={"is": value}) for value in (2**5000, [2**5000], nested(30))),
        answer(value=2**5000),
        answer(value={"is": float("inf")}),
        answer(value={"is": {"a": [float("nan")]}}),
        answer(value={"made": {"word": ["Intent"]}}),
        answer(value={"made": {"word": ["Intent", []], "tuple": []}}),
        answer(value={"made": {"dict": [[1, 2]]}}),
        answer(value={"made": [1]}),
        answer(value={"made": {"set": []}}),
        *(answer(raised=raised) for raised in (1, [], [[], "", ""], [["E"], "", 1], [[1], "", ""])),
        answer(raised="ValueError"),
        *(answer(emitted=[emitted]) for emitted in (1, [None], [1, []], [None, [[1]]])),
        answer(emitted={}),
    ],
)
def test_what_is_no_answer(message: Json) -> None:
    with pytest.raises(Garbled):
        answer_from_json(message)


def test_half_a_character_is_odd() -> None:
    torn = Odd("a text with half a character in it")
    for value in ("\ud800", ["x", "\udfff"], {"\ud800": 1}, {"a": "\ud800"}):
        said = unpacked(packed(answer(value={"is": value}, emitted=[[None, [{"is": value}]]])))
        assert answer_from_json(said) == Answer(torn, emitted=(Emission(None, (torn,)),))


def test_words_are_cut_and_made_whole() -> None:
    said = answer(value={"odd": "x" * 5_000}, raised=[["E" * 5_000], "\ud800", ""])
    arrived = answer_from_json(unpacked(packed(said)))
    assert arrived.value == Odd("x" * 1_000)
    assert arrived.raised == Raised(("E" * 1_000,), "?", "")


def test_problems() -> None:
    assert problem_from_json({"problem": None}) is None
    assert problem_from_json({"problem": "x" * 5_000}) == "x" * 1_000
    for message in ({}, {"problem": 1}, {"problem": None, "more": 1}):
        with pytest.raises(Garbled):
            problem_from_json(message)  # type: ignore[arg-type]
