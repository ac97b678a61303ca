"""The known mistakes of the third lab: each is told from all others, by behaviour alone."""

from pathlib import Path

import pytest

from labs.streaming_protocol.contract import EXERCISES
from labs.streaming_protocol.mistakes import KNOWLEDGE, diagnose, mistakes
from tests.streaming_protocol.trying import Apart, Tried

CHECKS = {exercise.name: number for number, exercise in enumerate(EXERCISES, start=1)}


@pytest.mark.parametrize("exercise", CHECKS)
def test_no_known_mistake_is_right_and_each_recognises_itself(exercise: str) -> None:
    behaviours = KNOWLEDGE.of(exercise)
    seen: dict[tuple[str, ...], str] = {}
    for mistake, behaviour in behaviours.mistakes:
        assert behaviour != behaviours.right, mistake.name
        assert seen.setdefault(behaviour, mistake.name) == mistake.name
        assert behaviours.recognise(behaviour, CHECKS[exercise]) == mistake


def test_there_are_many_and_no_two_have_a_name_or_a_hint_in_common() -> None:
    every = mistakes()
    assert len(every) >= 30
    assert len({mistake.hint for mistake in every}) == len(every)
    for exercise in CHECKS:
        names = {mistake.name for mistake, _ in KNOWLEDGE.of(exercise).mistakes}
        assert len(names) >= 15, exercise


@pytest.mark.parametrize("exercise", CHECKS)
async def test_a_right_answer_has_none(tmp_path: Path, exercise: str) -> None:
    student = Apart(Tried(tmp_path, exercise).folder)
    assert await diagnose(student, exercise, CHECKS[exercise]) is None


@pytest.mark.parametrize(
    ("was", "now", "name"),
    [
        ("now < ", "now <= ", "is one moment too generous"),
        ("        and not approval.used\n", "", "lets an approval be used twice"),
        ("sort_keys=True, ", "", "leaves the keys in their order"),
        ("[tool, arguments]", "arguments", "hashes the arguments alone"),
        ("hashlib.sha256", "hashlib.md5", "gives another digest"),
        (".hexdigest()", ".digest()", "gives another digest"),
        (
            "    canonical = ",
            "    arguments['tool'] = tool\n    canonical = ",
            "changes the arguments",
        ),
    ],
)
@pytest.mark.parametrize("form", ['separators=(",", ":")', "ensure_ascii=False", "indent=1"])
async def test_of_approvals_whatever_the_canonical_form(
    tmp_path: Path, was: str, now: str, name: str, form: str
) -> None:
    changes = [(was, now), ('separators=(",", ":")', form)]
    student = Apart(Tried(tmp_path, "approvals", *changes).folder)
    mistake = await diagnose(student, "approvals", 5)
    assert mistake is not None
    assert mistake.name == name
