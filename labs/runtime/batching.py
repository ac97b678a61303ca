"""Batching: groups what a model generates, so that one write carries several fragments.

Knows a clock and a stream of texts. The first fragment always goes alone: whoever waits for the
answer's beginning gets it at once.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from datetime import timedelta

from labs.runtime.patience import Patient
from labs.runtime.ports import Clock


@dataclass(frozen=True)
class Batching:
    """At most `size` fragments a batch; none waits longer than `within` for its batch to fill."""

    size: int = 32
    within: timedelta = timedelta(milliseconds=200)


ALONE = Batching(size=1)
"""A write a fragment: what the lab does."""


async def batches(
    texts: AsyncGenerator[str, None], batching: Batching, clock: Clock
) -> AsyncGenerator[list[str], None]:
    """Yield the texts in order, grouped."""
    if batching.size == 1:
        async with aclosing(texts):
            async for only in texts:
                yield [only]
        return
    patient = Patient(texts, clock)
    batch: list[str] = []
    due, room = clock.now(), 1
    try:
        while True:
            # A read that this batch cannot wait for stays under way for the next one.
            text = await patient.next_within(due - clock.now() if batch else None)
            if text is not None:
                if not batch:
                    due = clock.now() + batching.within
                batch.append(text)
            if text is None or len(batch) == room:
                yield batch
                batch, room = [], batching.size
    except StopAsyncIteration:
        if batch:
            yield batch
    finally:
        await patient.close()
