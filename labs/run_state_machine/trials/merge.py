"""The merge rule, tried directly."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

from labs.checking import Call, Caller
from labs.run_state_machine.trials import Finding, finding_from
from labs.runs import MERGE_WINDOW, Run, RunStatus

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
_SECOND, _MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)


Asked = tuple[Run | None, datetime | None, str]


async def try_merges(caller: Caller) -> Finding | None:
    """Cases whose answer is True: at work, and up to a microsecond before the window closes."""
    ages = (timedelta(0), _MICROSECOND, _SECOND, 29 * _SECOND, MERGE_WINDOW - _MICROSECOND)
    at_work = (RunStatus.RUNNING, RunStatus.STREAMING)
    cases = [_aged(status, age) for age in ages for status in at_work]
    cases.append(_aged(RunStatus.RUNNING, _SECOND, zone=timezone(timedelta(hours=2))))
    cases += [_just_now(status) for status in at_work]
    return await _try_rule(caller, cases, expected=True)


async def try_new_runs(caller: Caller) -> Finding | None:
    """Cases whose answer is False: nobody at work, or too late, from 30 s exactly to days."""
    idle = [s for s in RunStatus if s not in (RunStatus.RUNNING, RunStatus.STREAMING)]
    cases: list[Asked] = [(None, _NOON, "no run")]
    cases += [
        _aged(status, age) for age in (timedelta(0), _SECOND, 29 * _SECOND) for status in idle
    ]
    ages = (
        *(MERGE_WINDOW, MERGE_WINDOW + _MICROSECOND, 31 * _SECOND, timedelta(minutes=2)),
        *(timedelta(days=1), timedelta(days=1, seconds=5), timedelta(days=30)),
    )
    late = (RunStatus.RUNNING, RunStatus.STREAMING, RunStatus.DONE)
    cases += [_aged(status, age) for age in ages for status in late]
    cases.append(_aged(RunStatus.RUNNING, MERGE_WINDOW, zone=timezone(timedelta(hours=-5))))
    cases.append(_just_now(RunStatus.RUNNING, age=timedelta(days=1)))
    return await _try_rule(caller, cases, expected=False)


def _run(status: RunStatus, created_at: datetime) -> Run:
    return Run("run-1", "session-1", status, created_at, ("Where is my refund?",), attempt=1)


def _aged(status: RunStatus, age: timedelta, zone: timezone = UTC) -> Asked:
    now = _NOON.astimezone(zone)
    elsewhere = "" if zone is UTC else f", now told in {zone}"
    said = f"a {status} run, created {age.total_seconds():.6f} s before now{elsewhere}"
    return _run(status, _NOON - age), now, said.replace(".000000", "")


def _just_now(status: RunStatus, age: timedelta = timedelta(0)) -> Asked:
    # The one use of the machine's clock: what "now absent" means. Half a minute of leeway.
    said = f"a {status} run, created {age.days} days ago, now absent"
    return _run(status, datetime.now(UTC) - age), None, said


async def _try_rule(caller: Caller, cases: Sequence[Asked], *, expected: bool) -> Finding | None:
    calls = [
        Call("should_merge", (prev,) if now is None and prev else (prev, now))
        for prev, now, _ in cases
    ]
    answers = await caller.call("merge", calls)
    for (_, _, said), answer in zip(cases, answers, strict=True):
        if answer.raised is None and answer.value is expected:
            continue
        right_type = answer.raised is None and type(answer.value) is bool
        asked = f"should_merge({said})"
        return finding_from("merge", asked, str(expected), answer, right_type=right_type)
    return None
