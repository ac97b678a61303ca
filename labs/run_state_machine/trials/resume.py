"""The resume arithmetic, tried directly."""

import re
from collections.abc import Iterator, Sequence

from labs.calls import Answer, Call, Caller
from labs.checking import Breach, Step
from labs.scripts import Rules, Script, Steps, judge_each, shorter, without_chunks
from labs.trials import WRONG_TYPE, Finding, answered, raises, try_scripts

FORGED = (
    *("", "-1", "-7", "+5", " 5", "5 ", "5\n", "5.0", "1e3", "0x10", "1_000", "abc", "5,6"),
    *('"5"', "\0", "\u00b2", "5\u00b2", "\u0665", "\uff15", "\u2465"),
    *("5\r", "5\r\n", "5\t", "\t5", "5\v", "5\f", "5\u00a0", "5\u2028", "\ufeff5"),
    *("1" * 10, "0000000005", "9" * 40, "0" * 40, "7" * 5_000),
)
"""Header values that name no number: the client forged or garbled them. All mean 0."""

_NUMBERS = (
    *("0", "5", "9", "10", "007", "123", "4680", "24680", "864200", "7654321", "99999999"),
    *("000000000", "000000005", "999999999"),
)
_LONGEST = 10_000
_BELOW_ZERO = Breach("answers a number below 0", fatal=True)


async def try_resume(caller: Caller) -> Finding | None:
    """Header values: absent, honest, forged."""
    scripts = [(Call("resume_from", (header,)),) for header in (None, *_NUMBERS, *FORGED)]
    return await try_scripts(caller, "resume", RULES, scripts)


def _judge(script: Script, answers: Sequence[Answer]) -> Steps:
    return judge_each(script, answers, _judge_header)


def _judge_header(call: Call, answer: Answer) -> Step:
    (header,) = call.args
    honest = isinstance(header, str) and re.fullmatch("[0-9]{1,9}", header) is not None
    start = int(str(header)) + 1 if honest else 0
    breach = _breach(start, answer, honest=honest)
    return answered(call, f"resume_from({_told(header)})", str(start), answer, breach)


def _breach(start: int, answer: Answer, *, honest: bool) -> Breach | None:
    if answer.raised is not None:
        return raises(answer)
    if type(answer.value) is not int:
        return WRONG_TYPE
    if answer.value < 0:
        return _BELOW_ZERO
    if answer.value == start:
        return None
    return Breach("miscounts" if honest else "counts from what names no number")


def _told(header: object) -> str:
    if isinstance(header, str) and len(header) > 40:
        return f"{header[:5]!a}... {len(header):,} characters"
    return ascii(header)


def _admits(script: Script) -> bool:
    headers = [arg for call in script for arg in call.args]
    return all(h is None or (type(h) is str and len(h) <= _LONGEST) for h in headers)


def _simpler(script: Script) -> Iterator[Script]:
    """Fewer calls, then shorter headers."""
    yield from shorter(script)
    for index, call in enumerate(script):
        for header in without_chunks(str(call.args[0] or "")):
            made = call._replace(args=("".join(header),))
            yield (*script[:index], made, *script[index + 1 :])


RULES = Rules(_judge, _admits, _simpler)
