"""Wrong outboxes, and the shortest script that shows each; a right one in one small batch."""

from pathlib import Path

import pytest

from labs.calls import Caller
from labs.interruptible_conversation.trials.outbox import try_outbox
from labs.trials import Finding
from tests.trying import MOST_CALLS, Tried, solution, starter, told

OUTBOX = solution("outbox")
SHARED = "QUEUE = []\n\n\nclass"


async def outboxes(caller: Caller) -> Finding | None:
    return await try_outbox(caller, 6)


async def test_a_right_answer_in_one_small_batch(tmp_path: Path) -> None:
    tried = Tried(tmp_path, "outbox", OUTBOX)
    assert await outboxes(tried) is None
    assert tried.runs == 1
    assert tried.calls < MOST_CALLS


async def test_the_starter(tmp_path: Path) -> None:
    finding = await Tried(tmp_path, "outbox", starter("outbox")).finding(outboxes)
    assert finding is not None
    assert not finding.fatal


@pytest.mark.parametrize("seed", range(20))
async def test_a_right_answer_on_every_seed(tmp_path: Path, seed: int) -> None:
    assert await try_outbox(Tried(tmp_path, "outbox", OUTBOX), seed) is None


@pytest.mark.parametrize(
    ("was", "now", "script", "expected", "got"),
    [
        (
            "        if turn_id in self._dropped:\n            return False\n",
            "",
            "Outbox(3); drop('a'); put('a', 'x')",
            "False",
            "True",
        ),
        (
            "self._dropped.add(turn_id)",
            "pass",
            "Outbox(3); drop('a'); put('a', 'x')",
            "False",
            "True",
        ),
        (
            "        self.pending -= lost\n",
            "",
            "Outbox(3); put('a', 'x'); drop('a'); pending",
            "0",
            "1",
        ),
        (
            "len(text) > self._limit:\n            raise",
            "len(text) >= self._limit:\n            raise",
            "Outbox(3); put('a', 'xxx')",
            "True",
            "raised ValueError: 3 characters never fit into 3 (outbox.py line 30)",
        ),
        (
            "self.pending + len(text) > self._limit",
            "self.pending + len(text) >= self._limit",
            "Outbox(3); put('a', 'x'); put('b', 'yy')",
            "True",
            "False",
        ),
        (
            "self.pending + len(text) > self._limit",
            "self.pending >= self._limit",
            "Outbox(3); put('b', 'yy'); put('b', 'yy')",
            "False",
            "True",
        ),
        (
            "        if text:\n",
            "        if True:\n",
            "Outbox(3); put('a', ''); take()",
            "[]",
            "[('a', '')]",
        ),
        (
            "taken, self._queue, self.pending = self._queue, [], 0",
            "taken = list(self._queue)",
            "Outbox(3); put('a', 'x'); take(); pending",
            "0",
            "1",
        ),
        (
            "return taken",
            "return sorted(taken)",
            "Outbox(3); put('b', 'yy'); put('a', 'x'); take()",
            "[('b', 'yy'), ('a', 'x')]",
            "[('a', 'x'), ('b', 'yy')]",
        ),
        (
            "sum(len(text) for",
            "sum(1 for",
            "Outbox(3); put('b', 'yy'); drop('b')",
            "2",
            "1",
        ),
        (
            "if pair[0] != turn_id",
            "if False",
            "Outbox(3); put('a', 'x'); drop('b'); take()",
            "[('a', 'x')]",
            "[]",
        ),
    ],
)
async def test_the_shortest_script(
    tmp_path: Path, was: str, now: str, script: str, expected: str, got: str
) -> None:
    assert was in OUTBOX
    found = await Tried(tmp_path, "outbox", OUTBOX.replace(was, now)).shortest(outboxes)
    at = f"at {script.split('; ')[-1]}"
    assert told(found) == (script, f"{at}: {expected}", f"{at}: {got}")


async def test_what_two_share(tmp_path: Path) -> None:
    text = OUTBOX.replace("self._queue: list[tuple[str, str]] = []", "self._queue = QUEUE").replace(
        "class", SHARED, 1
    )
    found = await Tried(tmp_path, "outbox", text).shortest(outboxes)
    assert found.input == ("Outbox(3); put('a', 'x'); second: Outbox(3); second: take()")
