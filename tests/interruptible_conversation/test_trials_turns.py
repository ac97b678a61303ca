"""Wrong turn buffers, and the shortest script that shows each; a right one in one small batch."""

from pathlib import Path

import pytest

from labs.interruptible_conversation.trials.turns import try_turns
from tests.trying import MOST_CALLS, Tried, solution, starter, told

TURNS = solution("turns")
SHARED = "BEGUN = set()\n\n\nclass"


async def test_a_right_answer_in_one_small_batch(tmp_path: Path) -> None:
    tried = Tried(tmp_path, "turns", TURNS)
    assert await try_turns(tried) is None
    assert tried.runs == 1
    assert tried.calls < MOST_CALLS


async def test_the_starter(tmp_path: Path) -> None:
    finding = await Tried(tmp_path, "turns", starter("turns")).finding(try_turns)
    assert finding is not None
    assert not finding.fatal


@pytest.mark.parametrize(
    ("was", "now", "script", "expected", "got"),
    [
        (
            "turn_id in self._begun",
            "turn_id == self.turn",
            "TurnBuffer(); begin('a'); begin('b'); begin('a')",
            "False",
            "True",
        ),
        (
            "turn_id in self._begun",
            "False",
            "TurnBuffer(); begin('a'); begin('a')",
            "False",
            "True",
        ),
        (
            'self.turn, self.text = turn_id, ""',
            "self.turn = turn_id",
            "TurnBuffer(); begin('a'); append('a', 'x'); begin('b'); text",
            "''",
            "'x'",
        ),
        (
            "turn_id != self.turn",
            "False",
            "TurnBuffer(); append('a', 'x')",
            "False",
            "True",
        ),
        (
            "turn_id != self.turn",
            "turn_id not in self._begun",
            "TurnBuffer(); begin('a'); begin('b'); append('a', 'x')",
            "False",
            "True",
        ),
        (
            "turn_id != self.turn",
            "turn_id != max(self._begun, default=None)",
            "TurnBuffer(); begin('b'); begin('a'); append('a', 'x')",
            "True",
            "False",
        ),
        (
            "turn_id != self.turn",
            "not text or turn_id != self.turn",
            "TurnBuffer(); begin('a'); append('a', '')",
            "True",
            "False",
        ),
        (
            "self.text += text",
            "self.text += text.strip()",
            "TurnBuffer(); begin('a'); append('a', ' x'); text",
            "' x'",
            "'x'",
        ),
        (
            "self.turn: str | None = None",
            "self.turn = ''",
            "TurnBuffer(); turn",
            "None",
            "''",
        ),
    ],
)
async def test_the_shortest_script(
    tmp_path: Path, was: str, now: str, script: str, expected: str, got: str
) -> None:
    assert was in TURNS
    found = await Tried(tmp_path, "turns", TURNS.replace(was, now)).shortest(try_turns)
    at = f"at {script.split('; ')[-1]}"
    assert told(found) == (script, f"{at}: {expected}", f"{at}: {got}")


async def test_what_two_share(tmp_path: Path) -> None:
    text = TURNS.replace("self._begun: set[str] = set()", "self._begun = BEGUN").replace(
        "class", SHARED, 1
    )
    found = await Tried(tmp_path, "turns", text).shortest(try_turns)
    assert found.input == ("TurnBuffer(); begin('a'); second: TurnBuffer(); second: begin('a')")
