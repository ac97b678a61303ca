"""Wrong tables, resume arithmetic and merge rules, and the smallest input that shows each."""

from pathlib import Path

import pytest

from labs.run_state_machine.trials.merge import try_merges, try_new_runs
from labs.run_state_machine.trials.resume import try_resume
from labs.run_state_machine.trials.state import try_state
from labs.trials import hopeless
from tests.trying import Trial, Tried, solution, told

STATE, RESUME, MERGE = solution("state"), solution("resume"), solution("merge")


@pytest.mark.parametrize(
    ("exercise", "trial"),
    [
        ("state", try_state),
        ("resume", try_resume),
        ("merge", try_merges),
        ("merge", try_new_runs),
    ],
)
async def test_a_right_answer(tmp_path: Path, exercise: str, trial: Trial) -> None:
    assert await Tried(tmp_path, exercise, solution(exercise)).finding(trial) is None


async def test_a_table_that_changes_by_being_asked(tmp_path: Path) -> None:
    text = STATE + (
        "\n\nasked = set()\nright = transition\n\n\ndef transition(current, target):\n"
        "    if (current, target) in asked:\n        raise ValueError('used up')\n"
        "    asked.add((current, target))\n    return right(current, target)\n"
    )
    found = await Tried(tmp_path, "state", text).shortest(try_state)
    asked = "transition(pending, running)"
    assert found.input == f"{asked}; {asked}"
    assert found.expected == f"at {asked}: running"
    assert found.got.startswith(f"at {asked}: raised ValueError")


async def test_a_rule_that_changes_by_being_asked(tmp_path: Path) -> None:
    text = MERGE + (
        "\n\nasked = []\nright = should_merge\n\n\ndef should_merge(prev, now=None):\n"
        "    asked.append(prev)\n    return right(prev, now) and asked.count(prev) == 1\n"
    )
    found = await Tried(tmp_path, "merge", text).shortest(try_merges)
    assert found.input == "; ".join(["should_merge(running run, 0 s old)"] * 2)


async def test_an_illegal_move(tmp_path: Path) -> None:
    text = STATE.replace(
        "RunStatus.DONE: frozenset()", "RunStatus.DONE: frozenset({RunStatus.FAILED})"
    )
    found = await Tried(tmp_path, "state", text).shortest(try_state)
    assert told(found) == ("transition(done, failed)", "ValueError", "'failed'")


@pytest.mark.parametrize(
    ("pattern", "header", "got"),
    [
        (r"\\d{1,9}", "'\\u0665'", "6"),
        (r"[0-9]+", "'1111111111'", "1111111112"),
        (r"[0-9]{1,20}", "'1111111111'", "1111111112"),
        (r"[0-9]{1,9}|[0-9]{40}", f"'{'9' * 40}'", "1" + "0" * 40),
        (r"-?[0-9]{1,9}", "'-7'", "-6"),
        (r"[0-9]", "'10'", "0"),
    ],
)
async def test_headers(tmp_path: Path, pattern: str, header: str, got: str) -> None:
    text = RESUME.replace('"[0-9]{1,9}"', f'"{pattern}"')
    found = await Tried(tmp_path, "resume", text).shortest(try_resume)
    assert (found.input, found.got) == (f"resume_from({header})", got)


async def test_a_number_below_0_is_of_the_right_type_and_of_no_use(tmp_path: Path) -> None:
    text = RESUME.replace('"[0-9]{1,9}"', '"-?[0-9]{1,9}"')
    fail = hopeless(await Tried(tmp_path, "resume", text).finding(try_resume))
    assert fail is not None
    assert "the code answers a number below 0; no system" in fail.message


async def test_thousands_of_digits_become_as_few_as_break_it(tmp_path: Path) -> None:
    text = RESUME.replace("[0-9]{1,9}", "[0-9]{1,9}|[0-9]{41,}")
    found = await Tried(tmp_path, "resume", text).shortest(try_resume)
    assert found.input == "resume_from('77777'... 4,301 characters)"
    assert found.got.startswith("raised ValueError: Exceeds the limit")


@pytest.mark.parametrize(
    ("was", "now", "asked"),
    [
        ("return now - prev", "return True or now - prev", "running run, 30 s old"),
        ("< MERGE_WINDOW", "<= MERGE_WINDOW", "running run, 30 s old"),
        (
            "return now - prev.created_at < MERGE_WINDOW",
            "return (now - prev.created_at).seconds < 30",
            "running run, 1 day old",
        ),
        ("not in AT_WORK", "in (RunStatus.DONE, RunStatus.FAILED)", "pending run, 0 s old"),
    ],
)
async def test_what_is_merged_too_much(tmp_path: Path, was: str, now: str, asked: str) -> None:
    found = await Tried(tmp_path, "merge", MERGE.replace(was, now)).shortest(try_new_runs)
    assert told(found) == (f"should_merge({asked})", "False", "True")


@pytest.mark.parametrize(
    ("was", "now", "asked"),
    [
        ("< MERGE_WINDOW", "< MERGE_WINDOW / 3", "running run, 10 s old"),
        ("prev.status not in AT_WORK", "prev.status != 'running'", "streaming run, 0 s old"),
        (
            "now - prev.created_at",
            "now.replace(tzinfo=UTC) - prev.created_at",
            "running run, 0 s old, now in UTC+02:00",
        ),
        (
            "    if now is None:\n",
            "    if now is None:\n        return False\n",
            "running run, 0 s old, now absent",
        ),
    ],
)
async def test_what_is_kept_apart(tmp_path: Path, was: str, now: str, asked: str) -> None:
    found = await Tried(tmp_path, "merge", MERGE.replace(was, now)).shortest(try_merges)
    assert told(found) == (f"should_merge({asked})", "True", "False")
