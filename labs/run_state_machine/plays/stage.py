"""The stage of a play: the whole running system in this process, with a student's own parts.

Knows how a system is opened; must not know any one play. Each play has a system of its own, so
nothing that an earlier cell did is left in it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from labs.checking import Bench
from labs.course import course_folder
from labs.performing import InKernel, telling_faults
from labs.run_state_machine.scenarios import playing
from labs.runtime.parts import LocalParts
from labs.runtime.system import Services, System, open_site

SEED = 6
"""The grader's own default seed, so that a notebook and a check show the same stream."""


def reference() -> LocalParts:
    """The reference's parts, which stand in for whatever a cell does not hand in."""
    return LocalParts(course_folder("solutions") / "run_state_machine")


@asynccontextmanager
async def on_stage(
    *mine: object, seed: int = SEED, services: Services | None = None
) -> AsyncIterator[Bench]:
    """A bench for one of the lab's scenarios, with these functions of the student's.

    Each is told by its name: `SeqOrderer`, `resume_from`, `should_merge`, `transition`. Without
    services it is all in this process.

    Raises:
        Fault: a function of the student's raised, or gave an answer that no system can use.
        Unavailable: a service cannot be reached.
    """
    given = {str(getattr(one, "__name__", "")): one for one in mine}
    caller = InKernel({**reference().functions(), **given})
    async with open_site(services) as site:
        with telling_faults():
            yield Bench(caller, seed, site)


@asynccontextmanager
async def a_system(*mine: object, seed: int = SEED) -> AsyncIterator[System]:
    """The whole running system, to be used by hand: `system.client`, `system.trace`.

    Raises:
        Fault: a function of the student's raised, or gave an answer that no system can use.
    """
    async with on_stage(*mine, seed=seed) as bench, playing(bench) as system:
        yield system
