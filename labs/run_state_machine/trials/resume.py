"""The resume arithmetic, tried directly."""

from labs.checking import Call, Caller
from labs.run_state_machine.trials import Finding, finding_from

FORGED = (
    *("", "-1", "+5", " 5", "5 ", "5\n", "5.0", "1e3", "0x10", "1_000", "abc", "5,6", "\0"),
    *("\u00b2", "5\u00b2", "\u0665", "\uff15", "\u2465", "1" * 10, "9" * 40, "7" * 5_000),
)
"""Header values that name no number: the client forged or garbled them. All mean 0."""

_NUMBERS = ("0", "5", "9", "10", "007", "123", "000000000", "99999999", "999999999")


async def try_resume(caller: Caller) -> Finding | None:
    """Header values: absent, honest, forged."""
    expected: list[tuple[str | None, int]] = [(None, 0)]
    expected += [(number, int(number) + 1) for number in _NUMBERS]
    expected += [(forged, 0) for forged in FORGED]
    calls = [Call("resume_from", (value,)) for value, _ in expected]
    answers = await caller.call("resume", calls)
    for (value, start), answer in zip(expected, answers, strict=True):
        if answer.raised is None and type(answer.value) is int and answer.value == start:
            continue
        asked = f"resume_from({_header(value)})"
        whole = type(answer.value) is int and answer.value >= 0
        right_type = answer.raised is None and whole
        return finding_from("resume", asked, str(start), answer, right_type=right_type)
    return None


def _header(value: str | None) -> str:
    if value is not None and len(value) > 40:
        return f"{value[:5]!a}... {len(value):,} characters"
    return ascii(value)
