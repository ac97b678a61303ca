"""The words of the first lab: plain frozen data, no I/O.

Knows nothing of gateways, workers or checks. Everything else in the lab, a student's files
included, speaks in these words.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

MERGE_WINDOW = timedelta(seconds=30)
"""How long after a run's creation a further message may still join it.

Defined once; the merge rule, the rerun mark's expiry and the hint to the client all use it.
"""


class RunStatus(StrEnum):
    """Where a run stands. The last three are terminal: nothing leads out of them."""

    PENDING = "pending"
    RUNNING = "running"
    STREAMING = "streaming"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Run:
    """One execution of the agent for one input: the unit of execution.

    `created_at` is aware and in UTC. `inputs` holds the first message and each one merged into
    it. `attempt` is the fencing number of the newest claim: 0 before any worker has claimed it.
    """

    id: str
    session_id: str
    status: RunStatus
    created_at: datetime
    inputs: tuple[str, ...]
    attempt: int


@dataclass(frozen=True)
class Fragment:
    """One numbered piece of a run's output. `seq` starts at 0 and is contiguous in its run."""

    run_id: str
    seq: int
    kind: str
    text: str
