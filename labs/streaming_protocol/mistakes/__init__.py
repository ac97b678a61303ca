"""The known misconceptions of the six exercises, and how to tell which one an answer has.

A module an exercise: the probes, and for each mistake its name, its hint and a small model. Only
ever asked about an answer that has failed a check.
"""

from collections.abc import Sequence

from labs.calls import Call, Caller
from labs.diagnosis import Knowledge, Mistake
from labs.streaming_protocol.contract import EXERCISES

KNOWLEDGE = Knowledge(__name__, EXERCISES)
mistakes = KNOWLEDGE.mistakes


async def diagnose(
    caller: Caller, exercise: str, check: int, shown: Sequence[Call] = ()
) -> Mistake | None:
    """The mistake with which the exercise's answer breaks that check, if it is a known one.

    Raises:
        Fault: the student's code cannot be used.
    """
    if exercise == "approvals":
        # Whether something is allowed can only be asked with hashes of the student's own. Loaded
        # only now, as all the others are.
        from labs.streaming_protocol.mistakes import approvals

        return await approvals.diagnose(caller, check)
    return await KNOWLEDGE.diagnose(caller, exercise, check, shown)
