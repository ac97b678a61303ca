"""Wrong approvals and notices, and the smallest input that shows each."""

from pathlib import Path

import pytest

from labs.interruptible_conversation.trials.approval import try_approval
from labs.interruptible_conversation.trials.notice import try_notice
from tests.trying import Trial, Tried, solution, starter, told

APPROVAL, NOTICE = solution("approval"), solution("notice")
PENDING = "Proposal('p1', 't1', 'update', ())"
DEAF = "tool.phase == ToolPhase.RUNNING and not tool.cooperative"
PLACES = "tuple(stopped), tuple(still_running), tuple(already_done)"
TRIALS = [("approval", try_approval), ("notice", try_notice)]


@pytest.mark.parametrize(("exercise", "trial"), TRIALS)
async def test_a_right_answer(tmp_path: Path, exercise: str, trial: Trial) -> None:
    assert await Tried(tmp_path, exercise, solution(exercise)).finding(trial) is None


@pytest.mark.parametrize(("exercise", "trial"), TRIALS)
async def test_the_starter(tmp_path: Path, exercise: str, trial: Trial) -> None:
    finding = await Tried(tmp_path, exercise, starter(exercise)).finding(trial)
    assert finding is not None
    assert not finding.fatal


@pytest.mark.parametrize(
    ("was", "now", "asked", "expected", "got"),
    [
        (
            "event.proposal_id != pending.id",
            "False",
            f"{PENDING}, Decision('p2', True)",
            "unchanged",
            "approved",
        ),
        (
            "Resolution.APPROVED if event.approve else Resolution.REJECTED",
            "Resolution.APPROVED",
            f"{PENDING}, Decision('p1', False)",
            "rejected",
            "approved",
        ),
        (
            "event.final and event.turn_id",
            "event.turn_id",
            f"{PENDING}, Speech('t2', 'yes', False)",
            "unchanged",
            "withdrawn",
        ),
        (
            "event.final and event.turn_id != pending.turn_id",
            "event.final",
            f"{PENDING}, Speech('t1', 'yes', True)",
            "unchanged",
            "withdrawn",
        ),
        (
            "if event.final and",
            "if event.text and event.final and",
            f"{PENDING}, Speech('t2', '', True)",
            "withdrawn",
            "unchanged",
        ),
        (
            "    if pending is None:\n        return Resolution.UNCHANGED\n",
            "    if pending is None:\n        return Resolution.WITHDRAWN\n",
            "None, Decision('p1', True)",
            "unchanged",
            "withdrawn",
        ),
    ],
)
async def test_approvals(
    tmp_path: Path, was: str, now: str, asked: str, expected: str, got: str
) -> None:
    found = await Tried(tmp_path, "approval", APPROVAL.replace(was, now)).shortest(try_approval)
    assert told(found) == (f"resolve({asked})", repr(expected), repr(got))


async def test_nothing_pending_and_a_crash(tmp_path: Path) -> None:
    text = APPROVAL.replace("pending is None", "False")
    finding = await Tried(tmp_path, "approval", text).finding(try_approval)
    assert finding is not None
    assert (finding.outcome, finding.fatal) == ("error", True)


@pytest.mark.parametrize("now", ["True", "None", "0", "'approve'"])
async def test_what_is_no_resolution(tmp_path: Path, now: str) -> None:
    text = APPROVAL.replace("Resolution.APPROVED", now)
    found = await Tried(tmp_path, "approval", text).shortest(try_approval)
    assert told(found) == (f"resolve({PENDING}, Decision('p1', True))", "'approved'", now)


@pytest.mark.parametrize(
    ("was", "now", "tools", "expected", "got"),
    [
        (DEAF, "not tool.cooperative", ("waiting', False",), "('r2',), (), ()", "(), ('r2',), ()"),
        (
            DEAF,
            "tool.phase == ToolPhase.RUNNING",
            ("running', True",),
            "('r2',), (), ()",
            "(), ('r2',), ()",
        ),
        (DEAF, "False", ("running', False",), "(), ('r2',), ()", "('r2',), (), ()"),
        (
            "tool.phase == ToolPhase.COMMITTED",
            "tool.phase == ToolPhase.COMMITTED and not tool.cooperative",
            ("committed', True",),
            "(), (), ('r2',)",
            "('r2',), (), ()",
        ),
        (
            PLACES,
            PLACES.replace("tuple(stopped)", "tuple(sorted(stopped))"),
            ("waiting', True", "waiting', True"),
            "('r2', 'r1'), (), ()",
            "('r1', 'r2'), (), ()",
        ),
        (PLACES, PLACES.replace("tuple(stopped)", "stopped"), (), "(), (), ()", "[], (), ()"),
    ],
)
async def test_notices(
    tmp_path: Path, was: str, now: str, tools: tuple[str, ...], expected: str, got: str
) -> None:
    found = await Tried(tmp_path, "notice", NOTICE.replace(was, now)).shortest(try_notice)
    runs = [f"ToolRun('r{2 - n}', 'look_up', '{tool})" for n, tool in enumerate(tools)]
    asked = "".join(f"{run}," if len(runs) == 1 else run for run in [", ".join(runs)])
    assert told(found) == (
        f"plan_cancel(({asked}))",
        f"CancelNotice({expected})",
        f"CancelNotice({got})",
    )
