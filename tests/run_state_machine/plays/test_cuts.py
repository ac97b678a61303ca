"""Cut off, and back: what a reader has, by the arithmetic."""

import pytest

from labs.calls import Fault
from labs.run_state_machine.plays.cuts import a_cut
from labs.run_state_machine.plays.stage import reference
from tests.run_state_machine.plays.naive import from_the_start


def line(lines: tuple[str, ...], name: str) -> str:
    return next(text for text in lines if text.startswith(name)).removeprefix(name).strip()


async def test_from_the_start_is_twice() -> None:
    lines = (await a_cut(from_the_start)).lines
    assert line(lines, "shown twice") == "0 to 5"
    assert line(lines, "never shown") == "nothing"


async def test_one_too_many_is_missing() -> None:
    lines = (await a_cut(lambda named: int(named or "-2") + 2)).lines
    assert line(lines, "never shown") == "6"


async def test_the_reference_has_each_once() -> None:
    lines = (await a_cut(reference().functions()["resume_from"])).lines
    assert line(lines, "shown twice") == line(lines, "never shown") == "nothing"
    assert line(lines, "after it").startswith("6 7 8")


async def test_what_a_student_raises_is_told() -> None:
    with pytest.raises(Fault, match=r"resume_from\(None\) raised TypeError"):
        await a_cut(int)
