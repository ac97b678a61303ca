"""The double write, counted."""

import pytest

from labs.run_state_machine.plays.writes import the_double_write


@pytest.mark.parametrize(("size", "writes"), [(4, "7"), (32, "3")])
async def test_a_batch_is_one_write_to_each(size: int, writes: str) -> None:
    _, alone, batched = (await the_double_write(size)).lines
    assert alone.split()[-3:] == ["21", "21", "21"]
    assert batched.split()[-3:] == ["21", writes, writes]
