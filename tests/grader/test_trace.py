"""A trace as JSON: its names, there and back, and whatever is no script of the exercise."""

import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.trace import NoScript, script_from_json, trace_to_json
from labs.calls import EMIT, Answer, Call, Exercise, Plain
from labs.checking import Breach, Counterexample, Step
from labs.run_state_machine.contract import EXERCISES
from labs.run_state_machine.rules import RULES
from labs.run_state_machine.trials.merge import try_merges, try_new_runs
from labs.run_state_machine.trials.state import try_state
from labs.scripts import Script

BY_NAME = {exercise.name: exercise for exercise in EXERCISES}
MADE = {"name": "SeqOrderer", "args": [0, {"emit": True}], "on": None, "keep": "first"}
OFFER = {"name": "offer", "args": [1, "t1"], "on": "first", "keep": None}
MOVE = {
    "name": "transition",
    "args": [
        {"word": ["labs.runs", "RunStatus", ["done"]]},
        {"word": ["labs.runs", "RunStatus", ["failed"]]},
    ],
    "on": None,
    "keep": None,
}


def read(exercise: str, said: object) -> Script:
    plain = cast(Plain, json.loads(json.dumps(said)))
    return script_from_json(plain, BY_NAME[exercise], RULES[exercise])


def test_word_for_word() -> None:
    made = Call("SeqOrderer", (0, EMIT), keep="first")
    steps = (
        Step(made, "SeqOrderer(0, emit)", "emits nothing", "emits nothing"),
        Step(
            Call("offer", (1, "t1"), on="first"), "offer 1", "emits nothing", "emits 1", Breach("x")
        ),
    )
    found = Counterexample("orderer", "in", "at offer 1: emits nothing", "emits 1", steps)
    assert trace_to_json(found) == {
        "exercise": "orderer",
        "input": "in",
        "expected": "at offer 1: emits nothing",
        "got": "emits 1",
        "timeline": [
            "call                 expected       got",
            "SeqOrderer(0, emit)  emits nothing  emits nothing",
            "offer 1              emits nothing  emits 1",
            "                                    breaks here",
        ],
        "script": [
            {
                **MADE,
                "said": "SeqOrderer(0, emit)",
                "expected": "emits nothing",
                "got": "emits nothing",
            },
            {**OFFER, "said": "offer 1", "expected": "emits nothing", "got": "emits 1"},
        ],
    }


class Recording:
    """Keeps the calls, answers nonsense."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    async def call(self, exercise: str, calls: list[Call]) -> list[Answer]:
        self.calls += calls
        return [Answer("nonsense")] * len(calls)


@pytest.mark.parametrize("name", ["state", "merge"])
async def test_there_and_back(name: str) -> None:
    trials = {"state": [try_state], "merge": [try_merges, try_new_runs]}[name]
    for trial in trials:
        finding = await trial(Recording())  # type: ignore[arg-type]
        assert finding is not None
        script = tuple(s.call for s in finding.counterexample.steps)
        assert read(name, trace_to_json(finding.counterexample)["script"]) == script


@pytest.mark.parametrize(
    ("exercise", "script"),
    [
        ("orderer", None),
        ("orderer", []),
        ("orderer", "offer"),
        ("orderer", [OFFER]),
        ("orderer", [MADE, {**OFFER, "on": "second"}]),
        ("orderer", [MADE, {**OFFER, "name": "__init__"}]),
        ("orderer", [MADE, {**OFFER, "name": "__class__"}]),
        ("orderer", [{**MADE, "keep": None}, OFFER]),
        ("orderer", [{**MADE, "name": "exec"}, OFFER]),
        ("orderer", [{**MADE, "args": [-1, {"emit": True}]}]),
        ("orderer", [{**MADE, "args": [True, {"emit": True}]}]),
        ("orderer", [{**MADE, "args": [0, 0]}]),
        ("orderer", [MADE, {**OFFER, "args": [1]}]),
        ("orderer", [MADE, {**OFFER, "args": [1.0, "a"]}]),
        ("orderer", [MADE, {**OFFER, "args": ["1", "a"]}]),
        ("orderer", [MADE, OFFER, {**OFFER, "args": [1, "another"]}]),
        ("orderer", [MADE] + [OFFER] * 10_000),
        ("state", [MADE]),
        ("state", [{**MOVE, "args": ["done", "failed"]}]),
        ("state", [{**MOVE, "args": [{"word": ["os", "system", ["id"]]}] * 2}]),
        ("state", [{**MOVE, "args": [{"word": ["labs.runs", "Run", ["id"]]}] * 2}]),
        ("state", [{**MOVE, "args": [{"word": ["labs.runs", "RunStatus", ["?"]]}] * 2}]),
        ("state", [{**MOVE, "args": [{"word": ["labs.runs", "RunStatus", []]}] * 2}]),
        ("state", [{**MOVE, "on": "first"}]),
        ("resume", [{**MOVE, "name": "resume_from", "args": [5]}]),
        ("resume", [{**MOVE, "name": "resume_from", "args": ["5" * 20_000]}]),
        ("merge", [{**MOVE, "name": "should_merge", "args": [None, {"time": "now"}]}]),
        ("merge", [{**MOVE, "name": "should_merge", "args": [None, {"time": "2030-01-01"}]}]),
        (
            "merge",
            [{**MOVE, "name": "should_merge", "args": [{"word": ["labs.runs", "Run", [1] * 6]}]}],
        ),
    ],
)
def test_what_is_no_script_of_the_exercise(exercise: str, script: object) -> None:
    with pytest.raises(NoScript):
        read(exercise, script)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["name", "args", "on", "keep", "emit", "time", "word", "tuple", "list", "dict"]
            ),
            inner,
            max_size=4,
        )
    ),
)


@given(st.sampled_from(sorted(BY_NAME)), values)
def test_anything_else_is_refused_in_words(exercise: str, said: object) -> None:
    with pytest.raises(NoScript):
        read(exercise, said)


@given(
    st.sampled_from([MADE, OFFER, MOVE]), st.sampled_from(["name", "args", "on", "keep"]), values
)
def test_a_changed_call_is_refused_or_a_script(
    call: dict[str, object], name: str, value: object
) -> None:
    for exercise in BY_NAME:
        try:
            script = read(exercise, [call, {**call, name: value}])
        except NoScript:
            continue
        assert all(type(c) is Call for c in script)


def test_lists_without_end() -> None:
    said: object = "x"
    for _ in range(200):
        said = {"list": [said]}
    with pytest.raises(NoScript):
        read("resume", [{**MOVE, "name": "resume_from", "args": [said]}])


def test_an_exercise_of_several_makers() -> None:
    assert isinstance(BY_NAME["orderer"], Exercise)
    assert len(read("orderer", [MADE, {**MADE, "keep": "second"}, OFFER])) == 3
