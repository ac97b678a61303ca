"""Moves: how a run's status is written, by whomever.

Knows the ports. Every status write asks the transition table first (the student's, by way of
`Parts`) and is then one conditional update. The gateway and the worker both come here, so there
is one way to refuse a move and one way to end a run.
"""

from dataclasses import dataclass

from labs.runs import RunStatus
from labs.runtime.ports import Bus, Clock, Parts, Store, StoredRun, Unavailable
from labs.runtime.trace import Log, Record


@dataclass(frozen=True)
class Machine:
    """What every actor is given: the ports, the students' parts, and where to report."""

    store: Store
    bus: Bus
    clock: Clock
    parts: Parts
    log: Log


class Refused(Exception):
    """The transition table does not allow the move. It has been logged."""


async def allowed(
    machine: Machine, actor: str, seen: StoredRun, target: RunStatus, *, seq: int | None = None
) -> RunStatus:
    """The status to write for that move, as the table says.

    Raises:
        Refused: the table does not allow it; `seq` names the fragment that is lost by that.
    """
    run = seen.run
    try:
        return await machine.parts.transition(run.status, target)
    except ValueError as error:
        machine.log(Record(actor, "refused", run.id, seq, f"{run.status} -> {target}"))
        raise Refused(f"{run.status} -> {target}") from error


async def end(
    machine: Machine, actor: str, seen: StoredRun, target: RunStatus, inputs: int | None = None
) -> bool:
    """End the run as `target`; `False` if somebody moved first.

    Status and terminal fragment are one write. Telling the waiters and calling up the session's
    next run come after it and may be lost: waiters ask the store again, and workers sweep it.

    Raises:
        Refused: the table does not allow it.
    """
    status = await allowed(machine, actor, seen, target)
    last = await machine.store.end(seen, target=status, inputs=inputs)
    if last is None:
        return False
    machine.log(Record(actor, "ended", seen.run.id, last.seq, status))
    try:
        await machine.bus.publish(seen.run.id, [last])
        following = await machine.store.waiting(seen.run.session_id)
        if following is not None:
            await machine.bus.submit(following)
    except Unavailable as error:
        machine.log(Record(actor, "unheard", seen.run.id, last.seq, error.service))
    return True
