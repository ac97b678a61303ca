"""One report with a check of each kind."""

import pytest

from grader.record import CheckResult, Report
from labs.checking import Counterexample

PASSED = CheckResult(
    number=1,
    title="a state changes only along a legal edge",
    promise="Legal moves are made, all others refused.",
    exercises=("state",),
    evidence={"refused": 25},
    seconds=0.25,
)
WRONG = CheckResult(
    number=2,
    title="a disordered stream is read in order, each fragment exactly once, without any hole",
    promise="However disordered and repeated a stream comes off the bus, the client reads it in "
    "order.",
    exercises=("orderer",),
    evidence={"seqs": [0, 1, 2, 3, 5, 4], "reply": "It \x1b[2J depends,\nas\u202e ever."},
    seconds=0.5,
    outcome="wrong",
    message="The client received a scrambled sentence.",
    blame=("orderer",),
    files=("my work/run_state_machine/orderer.py",),
    hint="What do you do with a number that is too high now but will be due later? Day 2.",
    counterexample=Counterexample(
        "orderer", "offer(1, 'b'), offer(0, 'a')", "0 'a', 1 'b'", "1 'b', 0 'a'"
    ),
)
BLOCKED = CheckResult(
    number=4,
    title="cut off and back",
    promise="cut off and back",
    exercises=("resume", "orderer"),
    evidence={},
    seconds=1.0,
    outcome="blocked",
    message="resume is right, and waits for orderer: orderer.py is missing",
    blame=("orderer",),
    files=("my work/run_state_machine/orderer.py",),
    hint="Which one does it lack?",
)


@pytest.fixture
def report() -> Report:
    return Report(
        lab="run_state_machine",
        title="The run state machine",
        submission="my work",
        mode="mock",
        seed=7,
        points=20,
        max_points=60,
        checks=(PASSED, WRONG, BLOCKED),
    )
