"""The stage of a play: the whole running system in this process, with a student's own parts.

Knows how a system is opened; must not know any one play. Each play has a system of its own, so
nothing that an earlier cell did is left in it.
"""

import asyncio
import runpy
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from labs.calls import Fault
from labs.checking import Bench
from labs.course import course_folder
from labs.interruptible_conversation.contract import EXERCISES
from labs.interruptible_conversation.scenarios.playing import playing
from labs.interruptible_conversation.system import System
from labs.naming import Named
from labs.performing import InKernel, telling_faults
from labs.runtime.system import open_site

SEED = 6
"""The grader's own default seed, so that a notebook and a check show the same conversation."""

PATIENCE = 10.0
"""A play takes a tenth of a second; one that takes so many seconds will never end."""


def reference() -> Mapping[str, object]:
    """The reference's five parts, which stand in for whatever a cell does not hand in."""
    folder, parts = course_folder("solutions") / "interruptible_conversation", {}
    for exercise in EXERCISES:
        name = exercise.needs[0].name
        parts[name] = runpy.run_path(str(folder / exercise.file))[name]
    return parts


@asynccontextmanager
async def on_stage(
    *mine: object, seed: int = SEED, patience: float | None = PATIENCE
) -> AsyncIterator[Bench]:
    """A bench for one of the lab's scenarios, with these classes and functions of the student's.

    Each is told by its name: `TurnBuffer`, `Outbox`, `resolve`, `plan_cancel`, `IntentGate`.

    Raises:
        Fault: one of them raised, gave an answer that no system can use, or let it stand still.
    """
    caller = InKernel({**reference(), **{_name(one): one for one in mine}})
    async with open_site(None) as site:
        try:
            with telling_faults():
                async with asyncio.timeout(patience):
                    yield Bench(caller, seed, site)
        except TimeoutError:
            said = f"nothing has moved in the conversation for {patience:g} seconds"
            raise Fault(", ".join(map(_name, mine)), "timeout", said) from None


@asynccontextmanager
async def a_conversation(
    *mine: object, seed: int = SEED, patience: float | None = None
) -> AsyncIterator[System]:
    """The whole running system, to be used by hand: `system.client`, `system.trace`.

    Raises:
        Fault: a part of the student's raised, or gave an answer that no system can use.
    """
    async with on_stage(*mine, seed=seed, patience=patience) as bench, playing(bench) as system:
        yield system


def as_part(name: str, mine: Sequence[object]) -> Sequence[Named]:
    """What a cell hands in, as the part of that name: it may call itself something else."""
    return [Named(name, one) for one in mine]


def _name(one: object) -> str:
    return str(getattr(one, "__name__", ""))
