"""The shrinker: what it finds still breaks, cannot be simpler, and is always the same."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.shrinking import MOST_CALLS, MOST_RUNS, shrunk
from labs.calls import Answer, Call, Emission, Fault
from labs.checking import Breach, Counterexample, Step
from labs.run_state_machine.trials.offers import admits, holds, judge
from labs.run_state_machine.trials.orderer import RULES as ORDERER
from labs.run_state_machine.trials.simpler_offers import simpler
from labs.scripts import (
    Perform,
    Rules,
    Script,
    Steps,
    counterexample,
    is_broken,
    judge_each,
    neat,
    shorter,
)

# --- a game of our own: the last call tells whether all of a set have been called ----------


def numbers(script: Script) -> list[int]:
    return [int(str(call.args[0])) for call in script]


def step(call: Call, answer: Answer) -> Step:
    breach = Breach(str(answer.value)) if answer.value else None
    return Step(call, f"call {call.args[0]}", "nothing", str(answer.value), breach)


TOY = Rules(lambda s, a: judge_each(s, a, step), lambda script: True, shorter)


class Toy:
    """Breaks at the call with which all the needed numbers have been called, in any order."""

    def __init__(self, needed: frozenset[int], kind: str = "broken") -> None:
        self.needed = needed
        self.kind = kind
        self.runs = 0

    async def fresh(self, calls: Sequence[Call]) -> Sequence[Answer]:
        self.runs += 1
        called: set[int] = set()
        answers = []
        for number in numbers(tuple(calls)):
            called.add(number)
            answers.append(Answer(self.kind if called >= self.needed else None))
        return answers


def found_by(toy: Toy, script: Sequence[int]) -> Counterexample:
    calls = tuple(Call("call", (number,)) for number in script)
    steps = TOY.judge(calls, asyncio.run(toy.fresh(calls)))
    return counterexample("toy", steps)


@st.composite
def toys(draw: st.DrawFn) -> tuple[frozenset[int], list[int]]:
    script = draw(st.lists(st.integers(0, 20), min_size=1, max_size=40))
    return frozenset(draw(st.lists(st.sampled_from(script), min_size=1, max_size=4))), script


@given(toys())
@settings(deadline=None)
def test_what_is_needed_is_all_that_is_left(made: tuple[frozenset[int], list[int]]) -> None:
    needed, script = made
    toy = Toy(needed)
    found = found_by(toy, script)
    short = asyncio.run(shrunk(found, TOY, toy.fresh))
    assert sorted(numbers(tuple(s.call for s in short.steps))) == sorted(needed)
    assert is_broken(short.steps)


# --- orderers with random faults -----------------------------------------------------------


class Faulty:
    """An orderer with faults: a limit of what it holds, a text it drops, a number it skips."""

    def __init__(self, start: int, limit: int, dropped: str, unseen: int) -> None:
        self.next, self.limit, self.dropped, self.unseen = start, limit, dropped, unseen
        self.held: dict[int, str] = {}

    def offer(self, seq: int, text: str) -> list[tuple[int, str]]:
        if seq >= self.next and len(self.held) < self.limit and text != self.dropped:
            self.held[seq] = text
        out = []
        while self.next in self.held:
            if self.next != self.unseen:
                out.append((self.next, self.held[self.next]))
            del self.held[self.next]
            self.next += 1
        return out


Make = Callable[[int], Faulty]


def host(make: Make) -> Perform:
    async def fresh(calls: Sequence[Call]) -> Sequence[Answer]:
        kept: dict[str | None, Faulty] = {}
        answers = []
        for call in calls:
            if call.keep is not None:
                kept[call.keep] = make(int(str(call.args[0])))
                answers.append(Answer())
                continue
            seq, text = call.args
            out = kept[call.on].offer(int(str(seq)), str(text))
            answers.append(Answer(emitted=tuple(Emission(call.on, pair) for pair in out)))
        return answers

    return fresh


def life(start: int, offers: Sequence[tuple[int, str]]) -> Script:
    from labs.calls import EMIT

    made = Call("SeqOrderer", (start, EMIT), keep="first")
    return (made, *(Call("offer", offer, on="first") for offer in offers))


@st.composite
def broken_lives(draw: st.DrawFn) -> tuple[Make, Steps]:
    limit, dropped = draw(st.integers(1, 6)), draw(st.sampled_from(["", " ", "never"]))
    unseen = draw(st.integers(-1, 12))
    start = draw(st.sampled_from([0, 1, 6]))
    texts = draw(st.lists(st.sampled_from(["", " ", "t"]), min_size=14, max_size=14))
    seqs = draw(st.lists(st.integers(0, 13), min_size=1, max_size=24))

    def make(begin: int) -> Faulty:
        return Faulty(begin, limit, dropped, unseen)

    script = life(start, [(seq, f"t{seq}" if texts[seq] == "t" else texts[seq]) for seq in seqs])
    answers = asyncio.run(_answers(host(make), script))
    steps = judge(script, answers)
    assert holds(script, answers) is not is_broken(steps)
    return make, steps


async def _answers(fresh: Perform, script: Script) -> Sequence[Answer]:
    return await fresh(script)


def kind_of(steps: Steps) -> str | None:
    breach = steps[-1].breach
    return None if breach is None else breach.kind


@given(broken_lives().filter(lambda made: is_broken(made[1])))
@settings(deadline=None, max_examples=60)
def test_it_still_breaks_so_cannot_be_simpler_and_is_always_the_same(
    made: tuple[Make, Steps],
) -> None:
    make, steps = made
    fresh = host(make)
    found = counterexample("orderer", steps)
    short = asyncio.run(shrunk(found, ORDERER, fresh))
    assert short == asyncio.run(shrunk(found, ORDERER, fresh))
    script = tuple(s.call for s in short.steps)
    assert admits(script)
    assert len(script) <= len(steps)
    again = judge(script, asyncio.run(_answers(fresh, script)))
    assert again == short.steps
    assert kind_of(again) == kind_of(steps)
    for candidate in filter(None, simpler(script)):
        answers = asyncio.run(_answers(fresh, candidate))
        if candidate != script:
            assert kind_of(judge(candidate, answers)) != kind_of(again)


@given(broken_lives())
@settings(max_examples=60)
def test_simpler_scripts_are_scripts_and_never_lead_back(made: tuple[Make, Steps]) -> None:
    script = tuple(s.call for s in made[1])
    for candidate in simpler(script):
        assert not candidate or candidate[0].keep is None or admits(candidate)
        assert measure(candidate) <= measure(script)
        assert measure(candidate) < measure(script) or candidate == script


def measure(script: Script) -> tuple[int, ...]:
    made = [call for call in script if call.keep is not None]
    offers = [(int(str(c.args[0])), str(c.args[1])) for c in script if c.on is not None]
    start = int(str(made[0].args[0])) if made else 0
    seqs = [seq for seq, _ in offers]
    return (
        len(script),
        start,
        sum(abs(seq - start) for seq in seqs),
        sum(text not in (f"t{seq}", f"first {seq}") for seq, text in offers),
        sum(a > b for i, a in enumerate(seqs) for b in seqs[i:]),
    )


# --- its bounds ----------------------------------------------------------------------------


async def test_a_fault_ends_it_with_what_is_found_so_far() -> None:
    toy = Toy(frozenset({3, 7}))

    async def faulty(calls: Sequence[Call]) -> Sequence[Answer]:
        if toy.runs >= 4:
            raise Fault("toy", "timeout", "it hangs")
        return await toy.fresh(calls)

    calls = tuple(Call("call", (number,)) for number in range(40))
    found = counterexample("toy", TOY.judge(calls, await Toy(toy.needed).fresh(calls)))
    short = await shrunk(found, TOY, faulty)
    assert is_broken(short.steps)
    assert len(short.steps) < len(found.steps)


async def test_a_fault_at_once_leaves_it_as_it_was() -> None:
    async def faulty(calls: Sequence[Call]) -> Sequence[Answer]:
        raise Fault("toy", "timeout", "it hangs")

    calls = (Call("call", (1,)),)
    found = counterexample("toy", TOY.judge(calls, [Answer("broken")]))
    assert await shrunk(found, TOY, faulty) == found


async def test_what_never_breaks_again_stays_as_it_was() -> None:
    calls = (Call("call", (1,)), Call("call", (2,)))
    found = counterexample("toy", TOY.judge(calls, [Answer(), Answer("broken")]))
    assert await shrunk(found, TOY, Toy(frozenset({9})).fresh) == found


async def test_slow_code_ends_it() -> None:
    async def slow(calls: Sequence[Call]) -> Sequence[Answer]:
        await asyncio.Event().wait()
        return []

    calls = (Call("call", (1,)),)
    found = counterexample("toy", TOY.judge(calls, [Answer("broken")]))
    assert await shrunk(found, TOY, slow, most_seconds=0.01) == found


async def test_the_work_is_bounded() -> None:
    toy = Toy(frozenset(range(0, 3_000, 2)))
    called = 0

    async def counted(calls: Sequence[Call]) -> Sequence[Answer]:
        nonlocal called
        called += len(calls)
        return await toy.fresh(calls)

    calls = tuple(Call("call", (number,)) for number in range(3_000))
    found = counterexample("toy", TOY.judge(calls, await Toy(toy.needed).fresh(calls)))
    short = await shrunk(found, TOY, counted)
    assert is_broken(short.steps)
    assert toy.runs <= MOST_RUNS + 2
    assert called <= MOST_CALLS + 2 * 3_000


async def test_what_was_called_before_is_part_of_it_where_it_matters() -> None:
    toy = Toy(frozenset({1, 2}))
    before = tuple(Call("call", (number,)) for number in (5, 1, 6))
    steps = TOY.judge((Call("call", (2,)),), [Answer("broken")])
    short = await shrunk(counterexample("toy", steps, before), TOY, toy.fresh)
    assert sorted(numbers(tuple(s.call for s in short.steps))) == [1, 2]
    assert short.before == ()


@pytest.mark.parametrize("count", [0, 1, 2, 7, 300])
def test_shorter_scripts_are_shorter(count: int) -> None:
    script = neat(tuple(Call("call", (number,)) for number in range(count)))
    made = list(shorter(script))
    assert all(0 < len(candidate) < count for candidate in made)
    if 1 < count <= 128:
        assert sum(len(candidate) == count - 1 for candidate in made) >= count
