"""Models for tests: what they say, and when, is the test's to decide."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from labs.runtime.model import Gate


class ListModel:
    """Says the given texts, whatever the inputs; remembers which inputs it was asked about."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self.asked: list[tuple[str, ...]] = []

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        self.asked.append(inputs)
        for text in self._texts:
            yield text


class GatedModel(ListModel):
    """Says as many texts as its gate lets through. The gate begins closed."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(texts)
        self.gate = Gate()
        self.gate.allow(0)

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        self.asked.append(inputs)
        for text in self._texts:
            await self.gate.passage()
            yield text


class EchoModel(ListModel):
    """Says its inputs back, one fragment each; `most` is how many it answered at once."""

    def __init__(self) -> None:
        super().__init__(())
        self.gate = Gate()
        self.most = 0
        self._at_once = 0

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        self.asked.append(inputs)
        self._at_once += 1
        self.most = max(self.most, self._at_once)
        try:
            for text in inputs:
                await self.gate.passage()
                yield text
        finally:
            self._at_once -= 1


class RaisingModel(ListModel):
    """Says its texts and then raises, the first `times` times; after that it just says them."""

    def __init__(self, texts: Sequence[str], times: int) -> None:
        super().__init__(texts)
        self._times = times

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        self.asked.append(inputs)
        for text in self._texts:
            yield text
        if len(self.asked) <= self._times:
            raise RuntimeError("the model is out of words")


class SlowModel(ListModel):
    """Never gets to its first text."""

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        self.asked.append(inputs)
        await asyncio.Event().wait()
        yield ""
