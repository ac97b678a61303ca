"""Calls made in this process, as a student's kernel makes them."""

from labs.checking import PREVIOUS, Call
from labs.performing import InKernel


async def test_a_chain_hands_on_what_the_call_before_returned() -> None:
    kernel = InKernel({"add": lambda a, b: a + b})
    chain = [Call("add", (1, 2)), Call("add", (PREVIOUS, 3)), Call("add", (PREVIOUS, 4))]
    assert [answer.value for answer in await kernel.call("sums", chain)] == [3, 6, 10]
