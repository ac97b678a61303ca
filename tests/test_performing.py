"""Calls made in this process, as a student's kernel makes them."""

import pytest

from labs.calls import Answer, Call, Previous
from labs.performing import InKernel


async def test_a_chain_hands_on_what_the_call_before_returned() -> None:
    kernel = InKernel({"add": lambda a, b: a + b})
    chain = [Call("add", (1, 2)), *[Call("add", (Previous("int"), more)) for more in (3, 4)]]
    assert [answer.value for answer in await kernel.call("sums", chain)] == [3, 6, 10]


@pytest.mark.parametrize("first", ["1", None])
async def test_a_chain_ends_where_something_else_comes(first: object) -> None:
    kernel = InKernel({"add": lambda a, b: a + b})
    chain = [Call("add", (first, "2")), *[Call("add", (Previous("int"), more)) for more in (3, 4)]]
    _, *rest = await kernel.call("sums", chain)
    assert rest == [Answer(), Answer()]
