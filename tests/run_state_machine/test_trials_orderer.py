"""Wrong orderers and the shortest scripts that show it; right ones in one batch each."""

from pathlib import Path

import pytest

from grader.shrinking import MOST_CALLS, MOST_RUNS
from labs.calls import Caller
from labs.run_state_machine.trials.orderer import try_orders, try_starts, try_two
from labs.timeline import timeline
from labs.trials import Finding
from tests.trying import Trial, Tried, solution

HEAD = """\
class SeqOrderer:
    def __init__(self, start, emit):
        self.next, self.held, self.emit = start, {}, emit

"""
OFFER = """\
    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
"""
LOOP = """\
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.next += 1
"""
PASSING = HEAD + "    def offer(self, seq, text):\n        self.emit(seq, text)\n"
FLUSHES_ONE = HEAD + OFFER + LOOP.replace("while", "if")
RIGHT = HEAD + OFFER + LOOP
LIMITED = RIGHT.replace("seq >= self.next:", "seq >= self.next and len(self.held) < 100:")
SHARED = RIGHT.replace("emit):", "emit, held={}):").replace("start, {}, emit", "start, held, emit")
FIVE_ARE_TOO_MANY = "        if len(self.held) == 5:\n            self.held.popitem()\n"
NEEDS_FIVE = HEAD + OFFER + FIVE_ARE_TOO_MANY + LOOP
STRIPS = RIGHT.replace("= text", "= text.strip()")


async def orders(caller: Caller) -> Finding | None:
    return await try_orders(caller, 6)


async def starts(caller: Caller) -> Finding | None:
    return await try_starts(caller, 6)


@pytest.mark.parametrize("trial", [orders, starts, try_two])
async def test_a_right_answer(tmp_path: Path, trial: Trial) -> None:
    assert await Tried(tmp_path, "orderer", solution("orderer")).finding(trial) is None


async def test_what_the_starter_shows_each_waiter_is_all_of_its_own(tmp_path: Path) -> None:
    assert await Tried(tmp_path, "orderer", PASSING).finding(try_two) is None


FLUSH = """
call                 expected       got
SeqOrderer(0, emit)  emits nothing  emits nothing
offer 1              emits nothing  emits nothing
offer 0              emits 0, 1     emits 0
                                    breaks here
"""
SPACE = """
call                 expected       got
SeqOrderer(0, emit)  emits nothing  emits nothing
offer 0 (' ')        emits 0 (' ')  emits 0 ('')
                                    breaks here
"""
ONES = """
call                         expected       got
first: SeqOrderer(0, emit)   emits nothing  emits nothing
first: offer 1               emits nothing  emits nothing
second: SeqOrderer(0, emit)  emits nothing  emits nothing
second: offer 0              emits 0        emits 0, 1
                                            breaks here
"""
FIVE = """
call                 expected             got
SeqOrderer(0, emit)  emits nothing        emits nothing
offer 1              emits nothing        emits nothing
offer 2              emits nothing        emits nothing
offer 3              emits nothing        emits nothing
offer 4              emits nothing        emits nothing
offer 0              emits 0, 1, 2, 3, 4  emits nothing
                                          breaks here
"""


@pytest.mark.parametrize(
    ("text", "golden"),
    [(FLUSHES_ONE, FLUSH), (STRIPS, SPACE), (SHARED, ONES), (NEEDS_FIVE, FIVE)],
)
async def test_the_shortest_script(tmp_path: Path, text: str, golden: str) -> None:
    found = await Tried(tmp_path, "orderer", text).shortest(orders)
    assert timeline(found.steps) == golden.strip("\n").splitlines()
    assert found.before == ()


async def test_in_one_line(tmp_path: Path) -> None:
    found = await Tried(tmp_path, "orderer", FLUSHES_ONE).shortest(orders)
    assert found.input == "SeqOrderer(0, emit); offer 1; offer 0"
    assert found.expected == "at offer 0: emits 0, 1"
    assert found.got == "at offer 0: emits 0"


async def test_a_limit_that_only_a_long_stream_meets(tmp_path: Path) -> None:
    tried = Tried(tmp_path, "orderer", LIMITED)
    finding = await tried.finding(orders)
    assert finding is not None
    assert len(finding.counterexample.steps) == 5_002
    found = await tried.shortest(orders)
    assert len(found.steps) == 1 + 100 + 1  # a hundred are held, so the next one is not
    assert tried.runs <= MOST_RUNS
    assert tried.calls <= MOST_CALLS + 5_002
    assert len(timeline(found.steps)) == 13
    assert "... 92 more, as expected ..." in timeline(found.steps)


async def test_the_start_is_part_of_the_script(tmp_path: Path) -> None:
    text = RIGHT.replace("start, {}, emit", "0, {}, emit")
    found = await Tried(tmp_path, "orderer", text).shortest(orders)
    assert found.input == "SeqOrderer(1, emit); offer 1"
    found = await Tried(tmp_path, "orderer", text).shortest(starts)
    assert found.input == "SeqOrderer(1, emit); offer 0"


async def test_one_waiters_text_shown_to_another_one(tmp_path: Path) -> None:
    found = await Tried(tmp_path, "orderer", SHARED).shortest(try_two)
    assert len(found.steps) == 4
    assert "'second 1'" in found.got or "'first 1'" in found.got


async def test_an_answer_of_the_wrong_type_is_fatal(tmp_path: Path) -> None:
    text = PASSING.replace("self.emit(seq, text)", "self.emit([text])")
    for trial in (orders, starts, try_two):
        finding = await Tried(tmp_path, "orderer", text).finding(trial)
        assert finding is not None
        assert (finding.fatal, finding.outcome) == (True, "wrong")


async def test_an_exception_is_fatal(tmp_path: Path) -> None:
    text = PASSING.replace("self.emit(seq, text)", "1 / 0")
    finding = await Tried(tmp_path, "orderer", text).finding(orders)
    assert finding is not None
    assert (finding.fatal, finding.outcome) == (True, "error")
    assert "ZeroDivisionError" in finding.counterexample.got
