"""Wrong rules of what may be done, made of the right one by its parts."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from labs.protocol import Approval

May = Callable[[Approval | None, bool, datetime], object]
"""From the approval, whether its hash is that of what is asked, and the time."""


def may(
    approval: Approval | None,
    is_this: bool,
    now: datetime,
    *,
    granted: bool = True,
    used: bool = True,
    equal: bool = True,
    expires: Callable[[datetime, datetime], bool] = lambda now, at: now < at,
    absent: object = False,
) -> object:
    """The right rule, or one that leaves something out."""
    if approval is None:
        return absent
    checks = [
        approval.granted or not granted,
        not approval.used or not used,
        is_this or not equal,
        expires(now, approval.expires_at),
    ]
    return all(checks)


def crashes(approval: Approval | None, is_this: bool, now: datetime) -> object:
    if approval is None:
        raise AttributeError
    return may(approval, is_this, now)


def refuses(approval: Approval | None, is_this: bool, now: datetime) -> object:
    if may(approval, is_this, now):
        return True
    raise ValueError


def refuses_late(approval: Approval | None, is_this: bool, now: datetime) -> object:
    if approval is not None and now >= approval.expires_at:
        raise ValueError
    return may(approval, is_this, now)


def refuses_early(approval: Approval | None, is_this: bool, now: datetime) -> object:
    if approval is None or now >= approval.expires_at:
        raise ValueError
    return may(approval, is_this, now)


def are_equal_up_to(most: int, its: str, own: str) -> bool:
    return its[:most] == own[:most]


def naive(now: datetime, at: datetime) -> bool:
    return now.replace(tzinfo=None) < at.replace(tzinfo=None)


def text(now: datetime, at: datetime) -> bool:
    return now.isoformat() < at.isoformat()


def mixed(now: datetime, at: datetime) -> bool:
    raise TypeError


def without_microseconds(now: datetime, at: datetime) -> bool:
    return now.replace(microsecond=0) < at


def without_seconds(now: datetime, at: datetime) -> bool:
    return now.replace(second=0, microsecond=0) < at


def in_whole_seconds(now: datetime, at: datetime) -> bool:
    return now.replace(microsecond=0) < at.replace(microsecond=0)


def without_years(now: datetime, at: datetime) -> bool:
    now, at = now.astimezone(UTC), at.astimezone(UTC)
    return now.replace(year=2_000) < at.replace(year=2_000)


def of_whole_hours(now: datetime, at: datetime) -> bool:
    return _by_hours(now) < _by_hours(at)


def _by_hours(time: datetime) -> datetime:
    offset = time.utcoffset() or timedelta()
    hours = round(offset / timedelta(hours=1))
    return time.replace(tzinfo=None) - timedelta(hours=hours)
