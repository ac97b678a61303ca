"""The callers: what is printed goes nowhere, Ctrl-C still works, faults are remembered."""

import signal
import sys

import pytest

from grader.record import Trouble
from grader.sandbox import InProcess, Mixed
from labs.checking import Answer, Call, Exercise, Fault, Need
from tests.grader.conftest import WriteFiles

ALPHA = Exercise("alpha", "alpha.py", (Need("value", 0),))
BETA = Exercise("beta", "beta.py", (Need("value", 0),))
VALUE = [Call("value")]


async def test_what_is_printed_goes_nowhere(
    write_files: WriteFiles, capfd: pytest.CaptureFixture[str]
) -> None:
    text = (
        "import sys\nprint('loading')\n"
        "def value():\n    print('calling', file=sys.stderr)\n"
        "    sys.stdout.buffer.write(b'bytes')\n    sys.stdout.close()\n    return 1\n"
    )
    caller = InProcess(write_files({"alpha.py": text}), [ALPHA])
    stdin = sys.stdin
    assert await caller.call("alpha", VALUE) == [Answer(1)]
    assert await caller.call("alpha", VALUE) == [Answer(1)]
    assert capfd.readouterr() == ("", "")
    assert sys.stdin is stdin


async def test_the_users_own_interrupt_stops_even_code_that_catches_it(
    write_files: WriteFiles,
) -> None:
    text = (
        "import signal\ndef value():\n    try:\n        signal.raise_signal(signal.SIGINT)\n"
        "    except BaseException:\n        return 1\n"
    )
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        await InProcess(write_files({"alpha.py": text}), [ALPHA]).call("alpha", VALUE)
    assert signal.getsignal(signal.SIGINT) is before


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
