"""The callers: who answers, and whose faults are remembered."""

import pytest

from grader.callers import InProcess, Mixed
from grader.record import Trouble
from labs.calls import Answer, Call, Exercise, Fault, Need
from tests.grader.conftest import WriteFiles

ALPHA = Exercise("alpha", "alpha.py", (Need("value", 0),))
BETA = Exercise("beta", "beta.py", (Need("value", 0),))
VALUE = [Call("value")]


async def test_mixed_callers(write_files: WriteFiles) -> None:
    student = write_files({"alpha.py": "def value(): return 'mine'"})
    text = "def value(): return 'reference'"
    reference = write_files({"alpha.py": text, "beta.py": text})
    exercises = [ALPHA, BETA]
    mixed = Mixed(InProcess(student, exercises), InProcess(reference, exercises), ["alpha"])
    assert await mixed.call("alpha", VALUE) == [Answer("mine")]
    assert await mixed.call("beta", VALUE) == [Answer("reference")]
    assert mixed.fault is None
    assert not mixed.faulted.is_set()


async def test_a_students_fault_is_remembered(write_files: WriteFiles) -> None:
    there = InProcess(write_files({"beta.py": ""}), [ALPHA, BETA])
    mixed = Mixed(there, there, ["alpha", "beta"])
    for exercise in ("alpha", "beta"):
        with pytest.raises(Fault):
            await mixed.call(exercise, VALUE)
    assert mixed.fault is not None
    assert mixed.fault.exercise == "alpha"
    assert mixed.faulted.is_set()


async def test_a_fault_of_the_references_is_trouble(write_files: WriteFiles) -> None:
    there = InProcess(write_files({"beta.py": ""}), [ALPHA, BETA])
    mixed = Mixed(there, there, ["beta"])
    with pytest.raises(Trouble, match=r"alpha\.py is missing"):
        await mixed.call("alpha", VALUE)
    assert mixed.fault is None
