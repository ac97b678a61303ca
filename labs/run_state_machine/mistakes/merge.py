"""Mistakes with the merge rule. A probe is a run of some status and age, and a now or none."""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from typing import Protocol, cast

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.run_state_machine.trials.merge import RULES
from labs.runs import MERGE_WINDOW, Run, RunStatus

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
_AT_WORK = (RunStatus.RUNNING, RunStatus.STREAMING)
_AGES = (0, 0.000001, 1, 9, 11, 15, 29, 29.4, 29.999999, 30, 30.4, 30.6, 31, 59, 61, 600, 86_400)
_ZONES = (timezone(timedelta(hours=2)), timezone(timedelta(hours=-5)))


def _run(status: RunStatus, created_at: datetime) -> Run:
    return Run("run-1", "session-1", status, created_at, ("Where is my refund?",), attempt=1)


def _aged(status: RunStatus, seconds: float, zone: timezone = UTC) -> Probe:
    now = _NOON.astimezone(zone)
    run = _run(status, _NOON - timedelta(seconds=seconds))
    inside = status in _AT_WORK and seconds < MERGE_WINDOW.total_seconds()
    return Probe((Call("should_merge", (run, now)),), check=5 if inside else 6)


def _just_now(status: RunStatus, age: timedelta) -> Probe:
    check = 5 if status in _AT_WORK and not age else 6
    return Probe((Call("should_merge", (_run(status, _NOON - age),)),), check)


CALLS = RULES.calls
"""Where now is absent, noon is the present: a probe must not grow old while a process lives."""

PROBES = [
    # In the system, every session's first message comes to no run: check 5 sees that answer too.
    *[Probe((Call("should_merge", (None, _NOON)),), check) for check in (5, 6)],
    Probe((Call("should_merge", (None,)),), check=6),
    *[_aged(status, age) for status in RunStatus for age in _AGES],
    *[_aged(RunStatus.RUNNING, age, zone) for zone in _ZONES for age in (1, 30)],
    *[_just_now(s, timedelta(days=d)) for s in (*_AT_WORK, RunStatus.DONE) for d in (0, 1)],
    _just_now(RunStatus.RUNNING, MERGE_WINDOW),
]
_THENS = (datetime(2000, 1, 1, tzinfo=UTC), datetime.now(UTC))
"""A day long gone, and when a file like this one was loaded."""


class Rule(Protocol):
    """What `should_merge` is under some misconception."""

    def __call__(self, prev: Run | None, now: datetime | None = None) -> object:
        """Whether the message joins."""


def _rule(
    *,
    statuses: Collection[RunStatus] = _AT_WORK,
    inside: Callable[[timedelta], bool] = lambda age: age < MERGE_WINDOW,
    clock: Callable[[datetime | None], datetime] = lambda now: now or datetime.now(UTC),
    no: object = False,
) -> Rule:
    def should_merge(prev: Run | None, now: datetime | None = None) -> object:
        if prev is None or prev.status not in statuses:
            return no
        return inside(clock(now) - prev.created_at)

    return should_merge


def _granted(prev: Run | None, now: datetime | None = None) -> object:
    return cast(Run, prev).status in _AT_WORK and _rule()(prev, now)


def _granted_its_zone(prev: Run | None, now: datetime | None = None) -> object:
    zone = cast(Run, prev).created_at.tzinfo if now is None else None
    return _rule()(prev, now or datetime.now(zone))


def _either(prev: Run | None, now: datetime | None = None) -> bool:
    young = prev is not None and (now or datetime.now(UTC)) - prev.created_at < MERGE_WINDOW
    return prev is not None and (prev.status in _AT_WORK or young)


def _never_without_now(prev: Run | None, now: datetime | None = None) -> object:
    return now is not None and _rule()(prev, now)


def _never_with_now(prev: Run | None, now: datetime | None = None) -> object:
    return now is None and _rule()(prev)


def _the_run_itself(prev: Run | None, now: datetime | None = None) -> object:
    return prev and _rule()(prev, now)


def _only_yes(prev: Run | None, now: datetime | None = None) -> object:
    return True if _rule()(prev, now) else None


def _or_else(then: datetime, now: datetime | None) -> datetime:
    return now or then


def _within(seconds: float) -> Rule:
    return _rule(inside=lambda age: age < timedelta(seconds=seconds))


def _without_zone(prev: Run | None, now: datetime | None = None) -> object:
    return _rule(clock=lambda now: (now or datetime.now(UTC)).replace(tzinfo=UTC))(prev, now)


def _always(prev: Run | None, now: datetime | None = None) -> bool:
    return True


def _never(prev: Run | None, now: datetime | None = None) -> bool:
    return False


def _the_other_way_round(prev: Run | None, now: datetime | None = None) -> bool:
    return not _rule()(prev, now)


RIGHT = {"should_merge": _rule()}
MODELS: list[Model] = []
_RULE = "See merge.py's rule."


def _mistake(name: str, hint: str, *rules: Rule) -> None:
    mistake = Mistake(name, hint)
    MODELS.extend(Model(mistake, {"should_merge": rule}) for rule in rules)


def _also(*statuses: RunStatus) -> Rule:
    return _rule(statuses=(*_AT_WORK, *statuses))


_mistake("merges nothing", f"When should a message join, at all? {_RULE}", _never)
_mistake("merges everything", f"When should a message not join? {_RULE}", _always)
_mistake(
    "answers the other way round",
    f"Does True mean that it joins, or that it gets a run of its own? {_RULE}",
    _the_other_way_round,
)
_mistake(
    "includes the end of the window",
    f"A run that is exactly 30 seconds old: is it less than the window? {_RULE}",
    _rule(inside=lambda age: age <= MERGE_WINDOW),
)
_mistake(
    "counts whole seconds",
    f"Between 29 and 30 seconds lies a million microseconds: on which side are they? {_RULE}",
    _rule(inside=lambda age: round(age.total_seconds()) < 30),
    _rule(inside=lambda age: age <= timedelta(seconds=29)),
    _rule(inside=lambda age: int(age.total_seconds()) <= 30),
)
_mistake(
    "forgets the days",
    f"Of a day and five seconds, what are the seconds, and what is the whole? {_RULE}",
    _rule(inside=lambda age: age.seconds < 30),
)
_mistake(
    "merges into pending",
    f"Is anybody at work on a run that waits? {_RULE}",
    _also(RunStatus.PENDING),
)
_mistake(
    "merges into a run that has ended",
    f"Who would read a message that joins a run whose worker has gone? {_RULE}",
    *[_also(s) for s in (RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED)],
    _also(RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED),
    _also(RunStatus.FAILED, RunStatus.CANCELLED),
)
_mistake(
    "forgets the streaming run",
    f"Two statuses mean at work: which one has a run whose text flows? {_RULE}",
    _rule(statuses=(RunStatus.RUNNING,)),
)
_mistake(
    "forgets the running run",
    f"Two statuses mean at work: which one has a run before its first word? {_RULE}",
    _rule(statuses=(RunStatus.STREAMING,)),
)
_mistake(
    "ignores the status",
    f"The window is open, but is anybody at work? {_RULE}",
    _rule(statuses=tuple(RunStatus)),
)
_mistake(
    "ignores the window",
    f"It is at work, but since when, and which of the two times is the later? {_RULE}",
    _rule(inside=lambda age: True),
    _rule(inside=lambda age: -age < MERGE_WINDOW),
)
_mistake(
    "takes one condition for enough",
    f"At work and young enough: are both needed, or one of them? {_RULE}",
    _either,
)
_mistake(
    "looks at the wall clock",
    f"If the caller says what time it is, who may ask another clock? {_RULE}",
    _rule(clock=lambda now: datetime.now(UTC)),
)
_mistake(
    "has no present with a zone",
    f"If now is absent, which moment is meant, and in which zone is it told? {_RULE}",
    _rule(clock=lambda now: now or datetime.now(UTC).replace(tzinfo=None)),
)
_mistake(
    "drops the time zone",
    f"14:00 in one zone may be 12:00 in another: what is left of it without the zone? {_RULE}",
    _without_zone,
)
_mistake(
    "cannot do without now",
    f"What does an absent now stand for? {_RULE}",
    _never_without_now,
    _never_with_now,
)
_mistake(
    "remembers an old present",
    f"When is the present moment looked up: as the file is read, or as the message comes? {_RULE}",
    *[_rule(clock=partial(_or_else, then)) for then in _THENS],
)
_mistake(
    "takes a run for granted",
    f"What is the latest run of a session that has none? {_RULE}",
    _granted,
    _granted_its_zone,
)
_mistake(
    "answers something other than True or False",
    f"None is not False: what do you answer if there is no run? {_RULE}",
    _the_run_itself,
    _only_yes,
    _rule(no=None),
)
_mistake(
    "leaves the first moment out",
    f"A run of this very moment has the age 0: is that less than the window? {_RULE}",
    _rule(inside=lambda age: timedelta(0) < age < MERGE_WINDOW),
)
_mistake(
    "has a window of its own",
    f"How long is the merge window, and where is it defined, once for all? {_RULE}",
    *[_within(seconds) for seconds in (0.03, 3, 5, 10, 15, 20, 25, 60, 300, 1_800, 3_600)],
)
