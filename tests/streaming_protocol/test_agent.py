"""What the agent says: little, where little is asked for, and the same things are done."""

import pytest

from labs.streaming_protocol.agent import Say, Step, script


def said(text: str) -> str:
    return "".join(item.text for item in script(text, structured=False) if isinstance(item, Say))


@pytest.mark.parametrize("text", ["mail Ada, please.", "mail Ada twice.", "mail Ada, then search."])
def test_in_short_the_same_is_done(text: str) -> None:
    short, usual = (script(asked, structured=False) for asked in (f"In short: {text}", text))
    steps = [[item for item in one if isinstance(item, Step)] for one in (short, usual)]
    assert steps[0] == steps[1]
    assert len(short) < len(usual) / 2


def test_in_short() -> None:
    assert said("In short: mail Ada, please.") == "Gladly. Done. "
    assert said("In short: what became of my parcel?") == "Gladly. "


def test_a_short_story_is_half_as_long() -> None:
    whole, half = said("A story, please."), said("A short story, please.")
    assert whole.count("harbour") == 2 * half.count("harbour") == 4
