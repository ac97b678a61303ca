"""The merge rule, tried directly.

Where a script leaves `now` absent, the present of the script is noon of a day of its own: the
calls that are made have their run created as long before the true present.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from labs.calls import Answer, Call, Caller
from labs.checking import Breach, Step
from labs.runs import MERGE_WINDOW, Run, RunStatus
from labs.scripts import Rules, Script, Steps, judge_each, shorter
from labs.trials import WRONG_TYPE, Finding, answered, raises, try_scripts

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
_SECOND, _MICROSECOND, _DAY = timedelta(seconds=1), timedelta(microseconds=1), timedelta(days=1)
_NONE = timedelta(0)
_AT_WORK = (RunStatus.RUNNING, RunStatus.STREAMING)
_PLAIN_AGES = (*(s * _SECOND for s in (0, 1, 10, 20, 29, 30, 31, 60)), _DAY)


async def try_merges(caller: Caller) -> Finding | None:
    """Cases whose answer is True: at work, and up to a microsecond before the window closes."""
    ages = (_NONE, _MICROSECOND, _SECOND, 29 * _SECOND, MERGE_WINDOW - _MICROSECOND)
    cases = [_aged(status, age) for age in ages for status in _AT_WORK]
    zones = [timezone(timedelta(hours=hours)) for hours in (2, -5)]
    cases += [_aged(status, _SECOND, zone) for zone in zones for status in _AT_WORK]
    cases += [_just_now(status, age) for age in (_NONE, 20 * _SECOND) for status in _AT_WORK]
    cases += [_elsewhere(at, ago, status) for at, ago in _ELSEWHERE for status in _AT_WORK]
    return await _try_twice(caller, cases)


async def try_new_runs(caller: Caller) -> Finding | None:
    """Cases whose answer is False: nobody at work, or too late, from 30 s exactly to days."""
    idle = [s for s in RunStatus if s not in _AT_WORK]
    cases = [Call("should_merge", args) for args in ((None, _NOON), (None,))]
    cases += [_aged(status, age) for age in (_NONE, _SECOND, 29 * _SECOND) for status in idle]
    ages = (
        *(MERGE_WINDOW, MERGE_WINDOW + _MICROSECOND, 31 * _SECOND, timedelta(minutes=2)),
        *(_DAY, _DAY + 5 * _SECOND, 30 * _DAY),
    )
    late = (*_AT_WORK, RunStatus.DONE)
    cases += [_aged(status, age) for age in ages for status in late]
    cases.append(_aged(RunStatus.RUNNING, MERGE_WINDOW, zone=timezone(timedelta(hours=-5))))
    cases += [_just_now(status) for status in idle]
    cases += [_just_now(status, _DAY) for status in _AT_WORK]
    cases += [_elsewhere(at, MERGE_WINDOW, status) for at, _ in _ELSEWHERE for status in _AT_WORK]
    if (found := await _try_twice(caller, cases)) is not None:
        return found
    # The file is loaded by now. Whoever looked at the clock then and never since is a little early.
    late_by_now = [(_just_now(status, MERGE_WINDOW),) for status in _AT_WORK]
    return await try_scripts(caller, "merge", RULES, late_by_now)


async def _try_twice(caller: Caller, cases: Sequence[Call]) -> Finding | None:
    # Each twice: a rule does not change by being asked.
    return await try_scripts(caller, "merge", RULES, [(call,) for call in (*cases, *cases)])


def _run(status: RunStatus, created_at: datetime) -> Run:
    return Run("run-1", "session-1", status, created_at, ("Where is my refund?",), attempt=1)


def _aged(status: RunStatus, age: timedelta, zone: timezone = UTC) -> Call:
    return Call("should_merge", (_run(status, _NOON - age), _NOON.astimezone(zone)))


_ELSEWHERE = (
    (datetime(2029, 3, 1, 0, 0, 10, 250_000, tzinfo=UTC), 20 * _SECOND),
    (datetime(2031, 1, 1, tzinfo=UTC), MERGE_WINDOW - 250_000 * _MICROSECOND),
    (datetime(2028, 7, 31, 23, 59, 59, 999_999, tzinfo=UTC), 29 * _SECOND + 500_000 * _MICROSECOND),
    (datetime(1999, 6, 1, 12, tzinfo=UTC), 20 * _SECOND),
    (datetime(2061, 6, 1, 12, tzinfo=UTC), 20 * _SECOND),
)
"""Times and ages; two cross midnight, one a year's end: the age is all that counts."""


def _elsewhere(now: datetime, age: timedelta, status: RunStatus) -> Call:
    """Another session's run, claimed more than once, its input grown before."""
    inputs = ("Where is my parcel?", "It is blue.", "And heavy.")
    run = Run("run-2", "session-2", status, now - age, inputs, attempt=2)
    return Call("should_merge", (run, now))


def _just_now(status: RunStatus, age: timedelta = _NONE) -> Call:
    return Call("should_merge", (_run(status, _NOON - age),))


def _asked(call: Call) -> tuple[Run | None, datetime | None]:
    """The run that is asked about, and now if it is given."""
    match call.args:
        case (Run() as run,):
            return run, None
        case (Run() | None as run, datetime() as now):
            return run, now
    return None, None


# --- judging -------------------------------------------------------------------------------


def _judge(script: Script, answers: Sequence[Answer]) -> Steps:
    return judge_each(script, answers, _judge_rule)


def _judge_rule(call: Call, answer: Answer) -> Step:
    run, now = _asked(call)
    merges = run is not None and run.status in _AT_WORK and _age(run, now) < MERGE_WINDOW
    return answered(call, _told(run, now), str(merges), answer, _breach(answer, merges=merges))


def _age(run: Run, now: datetime | None) -> timedelta:
    return (now or _NOON) - run.created_at


def _breach(answer: Answer, *, merges: bool) -> Breach | None:
    if answer.raised is not None:
        return raises(answer)
    if type(answer.value) is not bool:
        return WRONG_TYPE
    if answer.value is merges:
        return None
    return Breach("keeps apart what belongs together" if merges else "merges too much")


def _told(run: Run | None, now: datetime | None) -> str:
    if run is None:
        return "should_merge(None)"
    zone = "" if now is None or now.tzinfo is UTC else f", now in {now.tzname()}"
    absent = ", now absent" if now is None else ""
    return f"should_merge({run.status} run, {_told_age(_age(run, now))} old{zone}{absent})"


def _told_age(age: timedelta) -> str:
    rest = age - age.days * _DAY
    seconds = f"{rest.total_seconds():.6f}".rstrip("0").rstrip(".") + " s"
    if not age.days:
        return seconds
    days = "1 day" if age.days == 1 else f"{age.days} days"
    return f"{days} and {seconds}" if rest else days


# --- other scripts -------------------------------------------------------------------------


def _calls(script: Script) -> Script:
    """The calls to make: where now is absent, it is the machine's, and the run is as old then."""
    # The one use of the machine's clock. There are ten seconds of leeway.
    return tuple(_in_the_present(call) if len(call.args) == 1 else call for call in script)


def _in_the_present(call: Call) -> Call:
    run, _ = _asked(call)
    if run is None:
        return call
    created_at = datetime.now(UTC) - _age(run, None)
    return call._replace(args=(replace(run, created_at=created_at),))


def _admits(script: Script) -> bool:
    return all(_is_honest(call) for call in script)


def _is_honest(call: Call) -> bool:
    run, now = _asked(call)
    if run is None:
        return call.args in ((None,), (None, now)) and (now is None or _is_time(now))
    texts = (run.id, run.session_id, *run.inputs)
    plain = all(type(t) is str for t in texts) and type(run.attempt) is int
    times = all(map(_is_time, (run.created_at, now or _NOON)))
    return plain and type(run.status) is RunStatus and times and _age(run, now) >= _NONE


def _is_time(time: datetime) -> bool:
    return time.tzinfo is not None and 1970 <= time.year <= 2200


def _simpler(script: Script) -> Iterator[Script]:
    """Fewer calls, then plainer ones: now given, in UTC, running, younger."""
    yield from shorter(script)
    for index, call in enumerate(script):
        for made in _plainer(call):
            yield (*script[:index], made, *script[index + 1 :])


def _plainer(call: Call) -> Iterator[Call]:
    run, now = _asked(call)
    if run is None:
        return
    age = _age(run, now)
    if now is None or now.tzinfo is not UTC:
        yield _aged(run.status, age)
    if run.status is RunStatus.STREAMING:
        yield call._replace(args=(replace(run, status=RunStatus.RUNNING), *call.args[1:]))
    for younger in _younger(age):
        yield call._replace(
            args=(replace(run, created_at=run.created_at + younger), *call.args[1:])
        )


def _younger(age: timedelta) -> Iterator[timedelta]:
    """By how much younger to try it: down to a plain age, then by halves, whole seconds first."""
    yield from (age - plain for plain in _PLAIN_AGES if plain < age)
    odd = timedelta(microseconds=age.microseconds)
    if odd and age > _SECOND:
        yield odd
    for unit in (_SECOND, _MICROSECOND):
        less = age // 2 // unit * unit
        while less >= unit:
            yield less
            less = less // 2 // unit * unit


RULES = Rules(_judge, _admits, _simpler, words=(Run, RunStatus), calls=_calls)
