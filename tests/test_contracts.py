"""What the system asks of a student's file: many calls at once, and which of them is to blame."""

from collections.abc import Sequence

import pytest

from labs.calls import Answer, Call, Fault, Odd, Previous, Raised, Value, Word
from labs.contracts import Alarm, Asking

PUT, HELD = Call("put", (Word("Event", ("r1", 1)),), on="first"), Call("held", on="first")
FULL = Answer(raised=Raised(("OverflowError",), "full", "a.py line 3"))


class Answers:
    """Gives these answers and remembers how often it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.asked = 0
        self._answers = answers

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        self.asked += 1
        return self._answers


def number(value: Value | Odd) -> int:
    if type(value) is int:
        return value
    raise ValueError


async def held(caller: Answers, puts: Sequence[Call] = (PUT,)) -> Sequence[int]:
    return await Asking(caller, Alarm()).ask_each("buffer", puts, HELD, "a number", number)


async def test_many_calls_are_one_message() -> None:
    caller = Answers(Answer(), Answer(3), Answer(), Answer(2))
    assert await held(caller, [PUT, PUT]) == [3, 2]
    assert caller.asked == 1


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ((FULL, Answer(3)), "put(Event('r1', 1)) raised OverflowError: full (a.py line 3)"),
        ((Answer(), FULL), "held() raised OverflowError: full (a.py line 3)"),
        ((Answer(), Answer("3")), "held() answered '3'; expected a number"),
    ],
)
async def test_the_one_that_went_wrong_is_named(
    answers: tuple[Answer, Answer], message: str
) -> None:
    with pytest.raises(Fault) as caught:
        await held(Answers(*answers))
    assert caught.value.message == message


async def test_the_first_one_that_went_wrong_is_named() -> None:
    caller = Answers(Answer(), Answer(3), Answer(), Answer("4"), FULL, FULL)
    with pytest.raises(Fault, match="answered '4'"):
        await held(caller, [PUT, PUT, PUT])


async def chain(*answers: Answer) -> Sequence[int]:
    calls = [Call("fold", (0, "a")), *[Call("fold", (Previous("int"), arg)) for arg in "bc"]]
    return await Asking(Answers(*answers), Alarm()).ask_chain("fold", calls, "a number", number)


async def test_a_chain_gives_what_each_call_answered() -> None:
    assert await chain(Answer(1), Answer(2), Answer(3)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ((Answer(1), FULL, Answer()), "fold(1, 'b') raised OverflowError: full (a.py line 3)"),
        ((Answer("1"), Answer("2"), FULL), "fold(0, 'a') answered '1'; expected a number"),
    ],
)
async def test_the_first_call_of_a_chain_that_went_wrong_is_named(
    answers: tuple[Answer, ...], message: str
) -> None:
    with pytest.raises(Fault) as caught:
        await chain(*answers)
    assert caught.value.message == message
