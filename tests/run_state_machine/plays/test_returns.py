"""Coming back late: numbers, or one snapshot."""

import pytest

from labs.run_state_machine.plays.returns import a_late_return


async def test_what_is_lacking_comes_by_number() -> None:
    assert (await a_late_return(last=5)).lines[1:] == (
        "delta       6 7 8 9 10 11 12 13 14 15 16 17 18 19",
        "done        20: done",
    )


@pytest.mark.parametrize(
    ("last", "cap", "days"), [(5, 10, 0), (15, 1_000, 2)], ids=["capped", "archived"]
)
async def test_one_snapshot_stands_for_all(last: int, cap: int, days: int) -> None:
    lines = (await a_late_return(last=last, cap=cap, days=days)).lines
    assert lines[1].startswith("snapshot    19: 'Good that you ask us")
    assert lines[2:] == ("done        20: done",)
