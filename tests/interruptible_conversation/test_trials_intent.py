"""Wrong intent gates, and the shortest script that shows each; a right one in one small batch."""

from pathlib import Path

import pytest

from labs.interruptible_conversation.trials.intent import try_intent
from tests.trying import MOST_CALLS, Tried, solution, starter, told

INTENT = solution("intent")
FORTY = "hear(Transcript('u1', 0, 'forty', True))"
OTHER = "hear(Transcript('u2', 0, 'forty', True))"
BLANK = "hear(Transcript('u1', 0, ' ', True))"
INTERIM = "hear(Transcript('u1', 0, 'forty', False))"
SETTLES = "        self._settled.add(transcript.utterance_id)\n"
SKIPS = "        if not transcript.text.strip():\n            return None\n"
SHARED = "SETTLED = set()\n\n\nclass"


async def test_a_right_answer_in_one_small_batch(tmp_path: Path) -> None:
    tried = Tried(tmp_path, "intent", INTENT)
    assert await try_intent(tried) is None
    assert tried.runs == 1
    assert tried.calls < MOST_CALLS


async def test_the_starter(tmp_path: Path) -> None:
    finding = await Tried(tmp_path, "intent", starter("intent")).finding(try_intent)
    assert finding is not None
    assert not finding.fatal


@pytest.mark.parametrize(
    ("was", "now", "script", "expected", "got"),
    [
        (
            "not transcript.final or ",
            "",
            f"IntentGate(); {INTERIM}",
            "None",
            "Intent('u1', 'forty')",
        ),
        (
            " or transcript.utterance_id in self._settled",
            "",
            f"IntentGate(); {FORTY}; {FORTY}",
            "None",
            "Intent('u1', 'forty')",
        ),
        (
            SETTLES + SKIPS,
            SKIPS + SETTLES,
            f"IntentGate(); {BLANK}; {FORTY}",
            "None",
            "Intent('u1', 'forty')",
        ),
        (
            "not transcript.text.strip()",
            "not transcript.text",
            f"IntentGate(); {BLANK}",
            "None",
            "Intent('u1', ' ')",
        ),
        (
            "Intent(transcript.utterance_id, transcript.text)",
            "Intent(transcript.utterance_id, transcript.text.strip())",
            "IntentGate(); hear(Transcript('u1', 0, ' x ', True))",
            "Intent('u1', ' x ')",
            "Intent('u1', 'x')",
        ),
        (
            "self._settled.add(transcript.utterance_id)",
            "self._settled = {transcript.utterance_id}",
            f"IntentGate(); {FORTY}; {OTHER}; {FORTY}",
            "None",
            "Intent('u1', 'forty')",
        ),
        (
            "not transcript.final or",
            "not transcript.final or not transcript.revision or",
            f"IntentGate(); {FORTY}",
            "Intent('u1', 'forty')",
            "None",
        ),
        (
            "transcript.utterance_id in self._settled",
            "self._settled",
            f"IntentGate(); {FORTY}; {OTHER}",
            "Intent('u2', 'forty')",
            "None",
        ),
        (
            "Intent(transcript.utterance_id, transcript.text)",
            "transcript.text",
            f"IntentGate(); {FORTY}",
            "Intent('u1', 'forty')",
            "'forty'",
        ),
    ],
)
async def test_the_shortest_script(
    tmp_path: Path, was: str, now: str, script: str, expected: str, got: str
) -> None:
    assert was in INTENT
    found = await Tried(tmp_path, "intent", INTENT.replace(was, now)).shortest(try_intent)
    at = f"at {script.split('; ')[-1]}"
    assert told(found) == (script, f"{at}: {expected}", f"{at}: {got}")


async def test_what_two_share(tmp_path: Path) -> None:
    text = INTENT.replace("self._settled: set[str] = set()", "self._settled = SETTLED").replace(
        "class", SHARED, 1
    )
    found = await Tried(tmp_path, "intent", text).shortest(try_intent)
    assert found.input == (f"IntentGate(); {FORTY}; second: IntentGate(); second: {FORTY}")
