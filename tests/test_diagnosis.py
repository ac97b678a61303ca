"""Which mistake is named: by behaviour alone, the most specific one, and never at random."""

import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest

from grader.course import find_labs
from labs.calls import EMIT, Answer, Call, Odd, Value, Word
from labs.conversation import Intent
from labs.diagnosis import Knowledge, Known, Mistake, Model, Probe, known

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


@pytest.fixture
def halves() -> Known:
    """Two mistakes of which an answer may have both; one check sees them all."""
    probes = [Probe((Call("square", (n,)),), check=1) for n in range(6)]
    models = [
        Model(DOUBLES, {"square": lambda n: 2 * n if n < 4 else n * n}),
        Model(ADDS, {"square": lambda n: n * n + (n > 3)}),
    ]
    return known(probes, {"square": lambda n: n * n}, models)


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


@pytest.mark.parametrize(
    ("values", "shown", "mistake"),
    [
        ((0, 2, 4, 6, 17, 26), 4, ADDS),  # both mistakes fit; the input shown is that of this one
        ((0, 2, 4, 6, 17, 26), 1, DOUBLES),
        ((0, 7, 7, 7, 17, 26), 4, ADDS),  # it explains less than half, but what is shown
        ((0, 7, 7, 7, 17, 26), 3, None),
    ],
)
async def test_the_input_that_is_shown_goes_before_all_others(
    halves: Known, values: tuple[int, ...], shown: int, mistake: Mistake | None
) -> None:
    calls = [Call("square", (shown,))]
    assert await halves.diagnose(Student(*values), "squares", 1, calls) == mistake


async def test_a_probe_is_made_anew_each_time_that_it_is_asked() -> None:
    asked: list[Call] = []
    today = [10]

    class Late(Student):
        async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
            asked.extend(calls)
            return [Answer(2)]

    def made(calls: tuple[Call, ...]) -> tuple[Call, ...]:
        return tuple(Call(call.name, (today[0],)) for call in calls)

    behaviours = known(PROBES[:1], {"square": lambda n: 1}, [], made)
    today[0] = 11
    assert await behaviours.diagnose(Late(), "squares", 1) is None
    assert asked == [Call("square", (11,))]


def test_no_probe_grows_old_while_a_process_lives() -> None:
    """What was a moment ago as the probes were made may be outside a window as they are asked."""
    for exercise, knowledge in KNOWN:
        for probe in knowledge.of(exercise).probes:
            assert str(datetime.now(UTC).year) not in repr(probe), exercise


class Kept(list[int]):
    """An object that has an attribute and gives away the very list that it then changes."""

    def __init__(self, emit: object = None) -> None:
        super().__init__([1])

    @property
    def size(self) -> int:
        return len(self)

    def given(self) -> object:
        self.append(len(self))
        return self.pair()

    def pair(self) -> object:
        return list(self)

    def intent(self) -> object:
        return Intent("u1", "stop")

    def odd(self) -> object:
        return Odd("a generator")


class Other(Kept):
    def intent(self) -> object:
        return ("u1", "stop")

    def pair(self) -> object:
        return tuple(self)


ASKED = [(Call(name, on="one"),) for name in ("size", "given", "intent", "odd")]
KEPT = [Probe((Call("Kept", keep="one"), *calls), check=1) for calls in ASKED]


@pytest.mark.parametrize(
    ("values", "mistake"),
    [
        ((1, [1, 1], Word("Intent", ("u1", "stop")), Odd("a generator object")), None),
        ((1, (1, 1), ("u1", "stop"), Odd("a set object")), DOUBLES),
        ((1, (1, 1), ["u1", "stop"], Odd("a set object")), None),
    ],
)
async def test_words_tuples_attributes_and_what_is_odd(
    values: tuple[Value | Odd, ...], mistake: Mistake | None
) -> None:
    behaviours = known(KEPT, {"Kept": Kept}, [Model(DOUBLES, {"Kept": Other})])
    answers = [answer for value in values for answer in (Answer(), Answer(value))]

    class Told(Student):
        async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
            return answers

    assert await behaviours.diagnose(Told(), "kept", 1) == mistake


async def test_what_a_method_of_an_object_that_emits_returns_is_nobodys_business() -> None:
    probes = [Probe((Call("Kept", (EMIT,), keep="one"), Call("given", on="one")), check=1)]
    behaviours = known(probes, {"Kept": Kept}, [Model(DOUBLES, {"Kept": Other})])
    assert behaviours.mistakes[0][1] == behaviours.right


def known_ones() -> Iterator[tuple[str, Knowledge]]:
    """Each exercise of each lab, with all that is known of it."""
    for lab in find_labs():
        if importlib.util.find_spec(f"labs.{lab.name}.mistakes") is not None:
            knowledge = importlib.import_module(f"labs.{lab.name}.mistakes").KNOWLEDGE
            yield from ((exercise, knowledge) for exercise in lab.files)


KNOWN = list(known_ones())
IDS = [exercise for exercise, _ in KNOWN]


@pytest.mark.parametrize(("exercise", "knowledge"), KNOWN, ids=IDS)
def test_no_known_mistake_is_right_and_no_two_are_the_same(
    exercise: str, knowledge: Knowledge
) -> None:
    behaviours = knowledge.of(exercise)
    seen: dict[tuple[str, ...], str] = {}
    for mistake, behaviour in behaviours.mistakes:
        assert behaviour != behaviours.right, mistake.name
        assert seen.setdefault(behaviour, mistake.name) == mistake.name


@pytest.mark.parametrize(("exercise", "knowledge"), KNOWN, ids=IDS)
def test_every_known_mistake_recognises_itself(exercise: str, knowledge: Knowledge) -> None:
    behaviours = knowledge.of(exercise)
    checks = {probe.check for probe in behaviours.probes}
    for mistake, behaviour in behaviours.mistakes:
        named = {behaviours.recognise(behaviour, check) for check in checks}
        assert mistake in named, mistake.name
