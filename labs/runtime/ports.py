"""The ports: what the gateway and the worker need from the world, and what each does not promise.

Knows the words of `labs.runs` and nothing of Redis, Postgres or HTTP. Every adapter is held to
the same contract suite. Every method of Bus and Store may raise `Unavailable`.
"""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from labs.runs import Fragment, Run, RunStatus

DELTA, RERUN, DONE = "delta", "rerun", "done"
"""The kinds of fragment: text, "the text before this is void" (its text: the attempt), the last
one (its text: the status in which the run ended)."""

AT_WORK = (RunStatus.RUNNING, RunStatus.STREAMING)
TERMINAL = (RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED)


class Unavailable(Exception):
    """A service cannot be reached now, or refuses; the same call may succeed later.

    Whether the call took effect is unknown: the answer may have been lost on the way back.
    `service` is the port, `address` the product and where it should be: "Redis at 127.0.0.1:6379".
    `remedy` is what to do about the `problem`.
    """

    def __init__(
        self,
        service: str,
        address: str,
        problem: str = "cannot be reached",
        remedy: str = "start it (docker compose up --detach)",
    ) -> None:
        super().__init__(f"the {service}, {address}, {problem}")
        self.service = service
        self.address = address
        self.remedy = remedy


class Clock(Protocol):
    """The only source of time: whatever is decided by time is decided by this."""

    def now(self) -> datetime:
        """The time, aware, in UTC."""

    async def sleep(self, duration: timedelta) -> None:
        """Return when that much time has passed on this clock; a manual clock is moved by hand."""


class Model(Protocol):
    """What generates an answer. It may be slow, and it may raise; the worker survives both."""

    def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        """Yield the answer's fragments in order. Fragments may be empty strings."""


@dataclass(frozen=True)
class Work:
    """A run to look at, as the bus handed it out. `ticket` says to the bus which entry it was."""

    run_id: str
    ticket: str


class Bus(Protocol):
    """Moves work in and fragments out.

    Out: a broadcast; every listener gets every fragment. It may repeat and may reorder, it may
    forget everything in a crash, and it never invents. In: each piece of work goes to one
    consumer, possibly more than once. The rerun mark is a hint and may be lost.
    """

    async def publish(self, run_id: str, fragments: Sequence[Fragment]) -> None:
        """Append to the run's output; it expires some time after the last call for the run."""

    async def position(self, run_id: str) -> str:
        """Where the run's output ends now: `listen` from here misses nothing published later."""

    def listen(
        self, run_id: str, after: str, waiter: str
    ) -> AsyncGenerator[Sequence[Fragment], None]:
        """Yield, batch by batch and without end, what is published behind `after`.

        `waiter` names who listens: an unruly bus treats each waiter in its own way.
        """

    async def submit(self, run_id: str) -> None:
        """Hand a run to some worker."""

    async def take(self, consumer: str) -> Work:
        """Wait for work and take it. Until `release`, it stays on this consumer's list."""

    async def release(self, work: Work) -> None:
        """Strike the work from the list. Striking it twice is harmless."""

    async def stale(self, consumer: str, idle: timedelta) -> Sequence[Work]:
        """Take over what other consumers took at least `idle` ago and never released.

        These are candidates only: whether their owner is dead is for the store to say.
        """

    async def mark(self, run_id: str) -> None:
        """Leave the rerun mark: the run's input has grown. It expires after the merge window."""

    async def marked(self, run_id: str) -> bool:
        """Whether the mark stands."""

    async def unmark(self, run_id: str) -> None:
        """Wipe the mark."""

    async def ping(self) -> None:
        """Return if the bus answers."""

    async def close(self) -> None:
        """Give back every connection."""


@dataclass(frozen=True)
class StoredRun:
    """A run as the store holds it.

    `ordinal` is its place in its session, from 0. `next_seq` is the number its next fragment
    gets. `deadline` is when the present claim lapses, `None` while nobody has claimed it.
    `archived` is the text that replaced its fragments after the retention time.
    """

    run: Run
    ordinal: int
    next_seq: int
    deadline: datetime | None
    archived: str | None


@dataclass(frozen=True)
class Transcript:
    """A run's text as a reader should see it now: since the last rerun.

    `through` is the number of the last fragment it covers, the terminal one left out; -1: none.
    """

    text: str
    through: int


class Store(Protocol):
    """Remembers. Each write is one conditional update: it happens whole or answers that it did not.

    An answer of `False` means that somebody moved first: read again and decide. The store knows
    no rule of the transition table; it only compares with what the caller says it saw.
    """

    async def create(self, run: Run, ordinal: int) -> bool:
        """Add a run as the session's `ordinal`-th; `False` if that place is taken."""

    async def run(self, run_id: str) -> StoredRun | None:
        """The run, or `None` if there is none of that id."""

    async def latest(self, session_id: str) -> StoredRun | None:
        """The session's newest run."""

    async def history(self, session_id: str, limit: int) -> Sequence[StoredRun]:
        """At most `limit` of the session's newest runs, oldest first."""

    async def merge(self, run_id: str, text: str, expected: RunStatus) -> bool:
        """Add a message to the run's inputs if its status is still `expected`."""

    async def claim(
        self, seen: StoredRun, *, target: RunStatus, owner: str, now: datetime, deadline: datetime
    ) -> bool:
        """Take the run, its attempt one higher than in `seen`, its status `target`.

        Only if status and attempt are as seen, no claim is in force at `now`, no earlier run of
        the session is unfinished, and no other one is at work.
        """

    async def renew(self, run_id: str, attempt: int, deadline: datetime) -> bool:
        """Move the claim's deadline, if the run is at work and the attempt still the newest."""

    async def append(
        self,
        run_id: str,
        fragments: Sequence[Fragment],
        *,
        expected: RunStatus,
        target: RunStatus,
        attempt: int,
    ) -> bool:
        """Add fragments, all or none, and set the status.

        Only if status and attempt are as given and the first fragment's seq is the run's next.
        """

    async def end(
        self, seen: StoredRun, *, target: RunStatus, inputs: int | None = None
    ) -> Fragment | None:
        """Write the terminal fragment and the status together; `None` if somebody moved first.

        Only if status and attempt are as seen and, where `inputs` is given, the run has exactly
        that many inputs: so a finish and a merge cannot slip past each other.
        """

    async def fragments(self, run_id: str, start: int, limit: int) -> Sequence[Fragment]:
        """At most `limit` of the run's fragments from number `start` on, in order."""

    async def transcript(self, run_id: str) -> Transcript:
        """The run's text since its last rerun, from the archive if it is there."""

    async def waiting(self, session_id: str) -> str | None:
        """The id of the session's run that is to be generated next, if none is at work."""

    async def overdue(self, now: datetime) -> Sequence[str]:
        """Ids of runs that somebody should claim: pending and first in line, or lapsed at `now`.

        The oldest 100; the others' turn comes with the next call.
        """

    async def archive(self, before: datetime) -> int:
        """Replace the fragments of ended runs created before that time by one text each.

        The terminal fragment stays. Returns how many runs were archived by this call: 100 at most.
        """

    async def ping(self) -> None:
        """Return if the store answers."""

    async def close(self) -> None:
        """Give back every connection."""


class Orderer(Protocol):
    """One waiter's orderer, seen from the gateway: offer a fragment, get what may be shown."""

    async def offer(self, seq: int, text: str) -> Sequence[tuple[int, str]]:
        """What the orderer emitted during this call, in order."""


class Parts(Protocol):
    """The four student-written parts. Awaitable, for they may run in another process."""

    async def transition(self, current: RunStatus, target: RunStatus) -> RunStatus:
        """The status to write for that move.

        Raises:
            ValueError: the move is not in the transition table.
        """

    async def orderer(self, start: int) -> Orderer:
        """A new orderer whose first number is `start`."""

    async def resume_from(self, last_event_id: str | None) -> int:
        """The number at which a reconnecting client goes on."""

    async def should_merge(self, prev: Run | None, now: datetime) -> bool:
        """Whether a message that came at `now` joins the session's latest run."""
