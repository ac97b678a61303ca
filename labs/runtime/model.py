"""The scripted model: it answers about a parcel, word by word.

Knows neither bus nor store. Its words depend only on the inputs and the seed, and a check can
hold it at a gate; so what a stream holds, and how far it has come, is never a matter of luck.
"""

import asyncio
import random
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import timedelta

from labs.runtime.ports import Clock, Model

_TOPICS = {
    "refund": "Your refund is approved and the money goes back to your card within three days.",
    "exchange": "The exchange is arranged and the new size leaves our warehouse tomorrow morning.",
    "waybill": "Your waybill is registered and the parcel was last scanned at the harbour depot.",
}
_OPENINGS = (
    "Thank you for your message about the parcel.",
    "Thanks for writing to us about your parcel.",
    "Good that you ask us about the parcel today.",
)
_CLOSINGS = (
    "You will get a short note from us as soon as anything changes on the way.",
    "We will write to you again when the courier has the parcel in her hands.",
    "Please keep the box until then and write to us whenever you have a question.",
)


class Gate:
    """Lets a number of fragments through; whoever holds it says how many. Open by default."""

    def __init__(self) -> None:
        self._left: int | None = None
        self._moved = asyncio.Event()

    def allow(self, count: int) -> None:
        """Let exactly `count` more fragments through, then close."""
        self._left = count
        self._moved.set()

    def open(self) -> None:
        """Let everything through from now on."""
        self._left = None
        self._moved.set()

    async def passage(self) -> None:
        """Wait until one more fragment may pass, and count it."""
        while self._left == 0:
            self._moved.clear()
            await self._moved.wait()
        if self._left is not None:
            self._left -= 1


class ScriptedModel:
    """Writes coherent sentences about a parcel; two words, with their spaces, are a fragment."""

    def __init__(self, seed: int, gate: Gate | None = None) -> None:
        self._seed = seed
        self._gate = gate

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        """Yield the answer to the inputs taken together, fragment by fragment."""
        for fragment in self.fragments(inputs):
            if self._gate is not None:
                await self._gate.passage()
            yield fragment

    def fragments(self, inputs: tuple[str, ...]) -> list[str]:
        """The whole answer as it is cut up."""
        return re.findall(r"\S+ \S* ?", self.answer(inputs) + " ")

    def answer(self, inputs: tuple[str, ...]) -> str:
        """The whole answer: one sentence for each subject that the inputs mention."""
        dice = random.Random(f"{self._seed}:{inputs}")
        said = " ".join(inputs).lower()
        topics = [sentence for word, sentence in _TOPICS.items() if word in said]
        return " ".join([dice.choice(_OPENINGS), *topics, dice.choice(_CLOSINGS)])


class PacedModel:
    """A model that takes its time, as a real one does: `pace` before each fragment."""

    def __init__(self, model: Model, clock: Clock, pace: timedelta) -> None:
        self._model = model
        self._clock = clock
        self._pace = pace

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        """Yield what the other model yields, at that pace."""
        async with aclosing(self._model.generate(run_id, inputs)) as texts:
            async for text in texts:
                await self._clock.sleep(self._pace)
                yield text
