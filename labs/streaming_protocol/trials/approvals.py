"""The approvals, tried directly: judged by what is the same and what is not, by no digest of ours.

A script asks for the hash of one payload or two; or it asks whether an approval allows something,
and before that for the hash of it, which is the student's own.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone

from labs.calls import Answer, Call, Caller
from labs.checking import Breach, Step
from labs.protocol import Approval
from labs.scripts import Rules, Script, Steps, first_broken
from labs.specs import changed, same, valued, watching
from labs.streaming_protocol.trials.payloads import DIFFERENT, EQUAL, MAIL, Payload, told_payload
from labs.streaming_protocol.trials.telling import differ
from labs.trials import WRONG_TYPE, Finding, answered, raises, try_scripts

NOW = datetime(2027, 1, 4, 9, 7, 31, 250_000, tzinfo=UTC)
"""A time of which each part matters."""
_YEAR = 31_536_000
_OTHERS: tuple[Payload, ...] = (
    ("send_mail", {"to": "bo@example.org", "amount": 10}),
    ("refund", MAIL[1]),
)
_AS_BEFORE = ("the same hash as before", "another hash than before")
Hashes = Sequence[str]


async def try_approvals(caller: Caller) -> Finding | None:
    """Hashes of payloads alike and different; then approvals that bear hashes of the student's."""
    pairs: list[Script] = [hashes(*pair) for pair in (*EQUAL, *DIFFERENT)]
    if found := await first_broken(caller, "approvals", RULES, pairs):
        breach = found.steps[-1].breach
        assert breach is not None
        return Finding(found, breach.outcome, fatal=breach.fatal)
    answers = await caller.call("approvals", hashes(MAIL, *_OTHERS))
    own = [str(answer.value) for answer in answers]
    return await try_scripts(caller, "approvals", RULES, [*permissions(own)])


def hashes(*payloads: Payload) -> Script:
    """The script that asks for these payloads' hashes."""
    return tuple(Call("payload_hash", payload) for payload in payloads)


def permissions(own: Hashes) -> Iterator[Script]:
    """Approvals of the first payload, of which `own` has the hash, and all that can be wrong."""
    moments = [timedelta(seconds=s) for s in (60, -60, 0, 0.000_001, -0.000_001, _YEAR)]
    zones = [timezone(timedelta(hours=hours)) for hours in (5.5, -5)]
    for granted, used in ((True, False), (False, False), (True, True), (False, True)):
        for left in moments:
            yield _asks(_approval(own[0], left, granted=granted, used=used))
    yield _asks(None)
    for left in moments[:3]:
        for zone in zones:
            approval = _approval(own[0], left)
            yield _asks(approval, NOW.astimezone(zone))
            there = _approval(own[0], left, zone=zone)
            yield from [_asks(there), _asks(there, NOW.astimezone(zone))]
    for payload, its in zip(_OTHERS, own[1:], strict=True):
        yield _asks(_approval(own[0], moments[0]), asked=payload)
        yield _asks(_approval(its, moments[0]))
        yield _asks(_approval(its, moments[0]), asked=payload)
    for strange in _strange(own[0]):
        yield _asks(_approval(strange, moments[0]))


def _strange(own: str) -> list[str]:
    """What the hash is not, though a part of it or a form of it may be equal."""
    half = len(own) // 2
    first, last = own[:half], own[half:]
    cut = ["", own[:-1], own[1:], own[::-1], first + last[::-1], first[::-1] + last]
    return [*cut, own.swapcase(), f" {own}", f"{own} ", f"{own}\n"]


def _approval(
    own: str,
    left: timedelta,
    *,
    granted: bool = True,
    used: bool = False,
    zone: timezone = UTC,
) -> Approval:
    return Approval("a1", own, granted, (NOW + left).astimezone(zone), used)


def _asks(approval: Approval | None, now: datetime = NOW, asked: Payload = MAIL) -> Script:
    return (*hashes(asked), Call("may_execute", (approval, *asked, now)))


def _judge(script: Script, answers: Sequence[Answer]) -> Steps:
    steps: list[Step] = []
    for number, (call, answer) in enumerate(zip(script, answers, strict=True)):
        before = [*zip(script[:number], answers[:number], strict=True)]
        judge = _judge_hash if call.name == "payload_hash" else _judge_permission
        steps.append(_unchanged(judge(call, answer, before), answer))
        if steps[-1].breach is not None:
            break
    return tuple(steps)


def _holds(script: Script, answers: Sequence[Answer]) -> bool:
    """Whether nothing breaks, without a word; who is not sure says no."""
    if any(answer.raised is not None or answer.after for answer in answers):
        return False
    first, last = answers[0].value, answers[-1].value
    if not _is_hash(first) or len(script) != 2:
        return False
    if script[1].name == "payload_hash":
        return _is_hash(last) and _is_same(*script) == (first == last)
    approval, now = script[1].args[0], script[1].args[-1]
    assert isinstance(now, datetime)
    may = isinstance(approval, Approval) and _may(approval, str(first), now)
    return type(last) is bool and last == may and _is_same(script[0], _hashed(script[1]))


Before = Sequence[tuple[Call, Answer]]


def _unchanged(step: Step, answer: Answer) -> Step:
    change = changed(step.call, answer, differ)
    if change is None or step.breach is not None:
        return step
    was, now = change
    breach = Breach(f"{step.call.name} changes its arguments")
    return Step(step.call, step.said, f"the argument still {was}", f"it is {now}", breach)


def _judge_hash(call: Call, answer: Answer, before: Before) -> Step:
    said = f"payload_hash({told_payload(call.args)})"
    if answer.raised is not None:
        return answered(call, said, "64 hexadecimal digits", answer, raises(answer))
    if not _is_hash(answer.value):
        return answered(call, said, "64 hexadecimal digits", answer, WRONG_TYPE)
    for earlier, its in before:
        alike = _is_same(earlier, call)
        if earlier.name == call.name and alike != (its.value == answer.value):
            kind = "tells apart what is the same" if alike else "does not tell a change"
            wanted, got = _AS_BEFORE if alike else _AS_BEFORE[::-1]
            return Step(call, said, wanted, got, Breach(kind))
    return answered(call, said, "64 hexadecimal digits", answer, None)


def _is_hash(value: object) -> bool:
    return type(value) is str and re.fullmatch("[0-9a-fA-F]{64}", value) is not None


def _is_same(one: Call, other: Call) -> bool:
    return same(valued(one.args[-2:]), valued(other.args[-2:]))


def _judge_permission(call: Call, answer: Answer, before: Before) -> Step:
    approval, _, _, now = call.args
    own = next((its.value for one, its in before if _is_same(one, _hashed(call))), None)
    assert isinstance(now, datetime)
    may = isinstance(approval, Approval) and _may(approval, str(own), now)
    said = f"may_execute({_told_approval(approval, str(own), now)}; {told_payload(call.args[1:3])})"
    return answered(call, said, str(may), answer, _breach(answer, may=may))


def _hashed(call: Call) -> Call:
    return Call("payload_hash", call.args[1:3])


def _may(approval: Approval, own: str, now: datetime) -> bool:
    is_this = approval.payload_hash == own
    return approval.granted and not approval.used and is_this and now < approval.expires_at


def _breach(answer: Answer, *, may: bool) -> Breach | None:
    if answer.raised is not None:
        return raises(answer)
    if type(answer.value) is not bool:
        return WRONG_TYPE
    if answer.value == may:
        return None
    return Breach("forbids what is allowed" if may else "allows what is not")


def _told_approval(approval: object, own: str, now: datetime) -> str:
    if not isinstance(approval, Approval):
        return "no approval"
    left = (approval.expires_at - now).total_seconds()
    when = f"{left:.8g} s before it expires" if left > 0 else f"{-left:.8g} s after it expired"
    parts = [
        "granted" if approval.granted else "not granted",
        "used" if approval.used else "unused",
        _told_hash(approval.payload_hash, own),
        when if left else "just as it expires",
    ]
    if now.utcoffset() != approval.expires_at.utcoffset():
        parts.append("now in another zone")
    return ", ".join(parts)


def _told_hash(its: str, own: str) -> str:
    half = len(own) // 2
    if its == own:
        return "hash equal"
    if its.strip() == own:
        return f"hash {its.replace(own, '...')!a} and not '...'"
    if its and its in own:
        return f"only {len(its)} digits of the hash"
    if its.lower() == own.lower():
        return "hash in upper case" if its == own.upper() else "hash in lower case"
    for part, where in ((slice(half), "second"), (slice(half, None), "first")):
        if its[part] == own[part] and len(its) == len(own):
            return f"hash with another {where} half"
    return "another hash"


def _admits(script: Script) -> bool:
    return all(_admits_call(call, script[:number]) for number, call in enumerate(script))


def _admits_call(call: Call, before: Script) -> bool:
    match call.args:
        case (str(), dict()):
            return True
        case (None | Approval() as approval, str(), dict(), datetime() as now):
            times = [now] if approval is None else [now, approval.expires_at]
            hashed = any(_is_same(one, _hashed(call)) for one in before)
            return hashed and all(time.tzinfo is not None for time in times)
    return False


def _simpler(script: Script) -> Iterator[Script]:
    """Fewer questions; each is asked with the hash that it needs."""
    for call in script if len(script) > 2 else ():
        yield (call,) if call.name == "payload_hash" else (_hashed(call), call)


def _calls(script: Script) -> Script:
    return watching(script, ("payload_hash", "may_execute"))


RULES = Rules(_judge, _admits, _simpler, words=(Approval,), calls=_calls, holds=_holds)
