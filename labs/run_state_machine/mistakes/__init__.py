"""The known misconceptions of the four exercises, and how to tell which one an answer has.

A module an exercise: the probes, and for each mistake its name, its hint and a small model. Only
ever asked about an answer that has failed a check.
"""

import importlib
from functools import cache

from labs.checking import Caller
from labs.diagnosis import Known, Mistake, known
from labs.run_state_machine.contract import EXERCISES


async def diagnose(caller: Caller, exercise: str, check: int) -> Mistake | None:
    """The mistake with which the exercise's answer breaks that check, if it is a known one.

    Raises:
        Fault: the student's code cannot be used.
    """
    return await known_of(exercise).diagnose(caller, exercise, check)


def mistakes() -> list[Mistake]:
    """Every mistake that has a name."""
    exercises = [exercise.name for exercise in EXERCISES]
    return list(dict.fromkeys(m for name in exercises for m, _ in known_of(name).mistakes))


@cache
def known_of(exercise: str) -> Known:
    """The known behaviours of an exercise's answers."""
    # Some models keep state, as the mistakes do that they stand for: each is asked only once.
    module = importlib.import_module(f"{__name__}.{exercise}")
    return known(module.PROBES, module.RIGHT, module.MODELS)
