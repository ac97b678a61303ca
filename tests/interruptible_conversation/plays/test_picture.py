"""The still picture is true: a real conversation comes to just what it shows."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from xml.etree import ElementTree as ET

from labs.interruptible_conversation.plays.pace import Pace
from labs.interruptible_conversation.plays.picture import CAPTION, EXAMPLE, still
from labs.interruptible_conversation.plays.talk import Talk
from labs.interruptible_conversation.plays.view import View
from labs.runtime.adapters.clocks import ManualClock


async def test_it_is_what_a_real_conversation_comes_to() -> None:
    held = asyncio.Queue[View]()
    pace = Pace(ManualClock(), word=timedelta(0))
    talk = Talk(pace=pace, changed=held.put_nowait)
    holding = asyncio.create_task(talk.hold())
    first, _, last = EXAMPLE.lines
    talk.say(first.text, final=True)
    while not (view := await held.get()).question or view.speaking:
        pass
    talk.say(last.text, final=True, over=True)
    while not (view := await held.get()).log:
        pass
    told = {"question_id": view.question_id, "told": view.told, "told_count": view.told_count}
    assert view.plain() == {**EXAMPLE.plain(), **told}
    holding.cancel()
    with suppress(asyncio.CancelledError):
        await holding


def test_it_stands_for_itself() -> None:
    kept = still(EXAMPLE)
    ET.fromstring(kept["image/svg+xml"])
    assert "yes yes wait (over the agent)" in kept["image/svg+xml"]
    assert kept["text/plain"].endswith(CAPTION)
    assert "script" not in "".join(kept.values())
