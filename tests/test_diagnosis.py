"""Which mistake is named: by behaviour alone, the most specific one, and never at random."""

from collections.abc import Sequence

import pytest

from labs.checking import Answer, Call
from labs.diagnosis import Known, Mistake, Model, Probe, known
from labs.run_state_machine.contract import EXERCISES
from labs.run_state_machine.mistakes import known_of

DOUBLES, ADDS, NEVER = Mistake("doubles", "?"), Mistake("adds", "?"), Mistake("never", "?")
PROBES = [Probe((Call("square", (n,)),), check=1 if n < 3 else 2) for n in range(6)]


def double(n: int) -> int:
    return 2 * n


def refuse(n: int) -> int:
    raise ZeroDivisionError


@pytest.fixture
def squares() -> Known:
    models = [
        Model(DOUBLES, {"square": double}),
        Model(ADDS, {"square": lambda n: n * n + (n > 3)}),
        Model(NEVER, {"square": refuse}),
    ]
    return known(PROBES, {"square": lambda n: n * n}, models)


class Student:
    """Answers from a list."""

    def __init__(self, *values: int) -> None:
        self._values = values

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        return [Answer(value) for value in self._values[: len(calls)]]


@pytest.mark.parametrize(
    ("values", "check", "mistake"),
    [
        ((0, 1, 4, 9, 16, 25), 2, None),
        ((0, 2, 4, 6, 8, 10), 1, DOUBLES),
        ((0, 2, 4, 6, 8, 10), 2, DOUBLES),
        ((0, 1, 4, 9, 17, 26), 2, ADDS),
        ((0, 1, 4, 9, 17, 26), 1, ADDS),  # seen by the other check's probes only
        ((0, 7, 4, 9, 17, 26), 1, None),  # what it sees is no known mistake
        ((0, 7, 4, 8, 17, 26), 2, ADDS),  # two mistakes, and this one explains most
        ((0, 1, 4, 9, 17, 27), 2, None),  # not all of the mistake's breaches are there
    ],
)
async def test_recognising(
    squares: Known, values: tuple[int, ...], check: int, mistake: Mistake | None
) -> None:
    assert await squares.diagnose(Student(*values), "squares", check) == mistake


@pytest.mark.parametrize("exercise", [exercise.name for exercise in EXERCISES])
def test_no_known_mistake_is_right_and_no_two_are_the_same(exercise: str) -> None:
    behaviours = known_of(exercise)
    seen: dict[tuple[str, ...], str] = {}
    for mistake, behaviour in behaviours.mistakes:
        assert behaviour != behaviours.right, mistake.name
        assert seen.setdefault(behaviour, mistake.name) == mistake.name


@pytest.mark.parametrize("exercise", [exercise.name for exercise in EXERCISES])
def test_every_known_mistake_recognises_itself(exercise: str) -> None:
    behaviours = known_of(exercise)
    checks = {probe.check for probe in behaviours.probes}
    for mistake, behaviour in behaviours.mistakes:
        named = {behaviours.recognise(behaviour, check) for check in checks}
        assert mistake in named, mistake.name
