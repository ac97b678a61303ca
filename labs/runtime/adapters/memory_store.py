"""The store in one process: what Postgres does for us, written out.

Knows the words of the runs and the ports. Must not know which moves are legal or what time it is:
it only compares with what the caller says it saw. Promises: every method first gives up the loop,
as a store across a network does, and then acts without awaiting: whole, and alone. Between two
calls anybody may have written.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from labs.runs import Fragment, Run, RunStatus
from labs.runtime.ports import AT_WORK, DONE, RERUN, TERMINAL, StoredRun, Transcript

BATCH = 100
"""How many runs one call of `overdue` or `archive` deals with."""


class MemoryStore:
    """A store that lives and dies with its process.

    A run is a frozen value; to change it is to put another value in its place.
    """

    def __init__(self) -> None:
        self._runs: dict[str, StoredRun] = {}
        self._sessions: dict[str, list[str]] = {}
        self._fragments: dict[str, list[Fragment]] = {}

    async def create(self, run: Run, ordinal: int) -> bool:
        """Add a run; `False` if its place or its id is taken, or it would be a second at work."""
        await asyncio.sleep(0)
        _refuse_unstorable(run.id, *run.inputs)
        session = self._session(run.session_id)
        if run.id in self._runs or any(other.ordinal == ordinal for other in session):
            return False
        new = StoredRun(run, ordinal, next_seq=0, deadline=None, archived=None)
        if not self._keep(new, run):
            return False
        self._sessions.setdefault(run.session_id, []).append(run.id)
        self._fragments[run.id] = []
        return True

    async def run(self, run_id: str) -> StoredRun | None:
        """The run, or `None` if there is none of that id."""
        await asyncio.sleep(0)
        return self._find(run_id)

    async def latest(self, session_id: str) -> StoredRun | None:
        """The session's newest run."""
        await asyncio.sleep(0)
        return next(reversed(self._session(session_id)), None)

    async def history(self, session_id: str, limit: int) -> Sequence[StoredRun]:
        """At most `limit` of the session's newest runs, oldest first."""
        await asyncio.sleep(0)
        return self._session(session_id)[-limit:]

    async def merge(self, run_id: str, text: str, expected: RunStatus) -> bool:
        """Add a message to the run's inputs if its status is still `expected`."""
        await asyncio.sleep(0)
        _refuse_unstorable(text)
        stored = self._find(run_id)
        if stored is None or stored.run.status != expected:
            return False
        return self._keep(stored, replace(stored.run, inputs=(*stored.run.inputs, text)))

    async def claim(
        self, seen: StoredRun, *, target: RunStatus, owner: str, now: datetime, deadline: datetime
    ) -> bool:
        """Take the run, if nobody holds it and it is its turn in its session.

        The owner's name is for people who look into a database; what fences is the attempt.
        """
        await asyncio.sleep(0)
        _refuse_unstorable(owner)
        stored = self._unmoved(seen.run.id, seen.run.status, seen.run.attempt)
        if stored is None or (stored.deadline is not None and now < stored.deadline):
            return False
        if self._another_at_work(stored.run) or not self._first_in_line(stored):
            return False
        claimed = replace(stored.run, status=target, attempt=stored.run.attempt + 1)
        return self._keep(replace(stored, deadline=deadline), claimed)

    async def renew(self, run_id: str, attempt: int, deadline: datetime) -> bool:
        """Move the claim's deadline, if the run is at work and the attempt still the newest."""
        await asyncio.sleep(0)
        stored = self._find(run_id)
        if stored is None or stored.run.attempt != attempt or not _at_work(stored.run):
            return False
        return self._keep(replace(stored, deadline=deadline), stored.run)

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

        Raises:
            ValueError: these are not one or more consecutive fragments of this run.
        """
        await asyncio.sleep(0)
        _refuse_unstorable(*(part for f in fragments for part in (f.kind, f.text)))
        first = fragments[0].seq if fragments else 0
        places = [(run_id, first + i) for i in range(len(fragments) or 1)]
        if [(f.run_id, f.seq) for f in fragments] != places:
            raise ValueError("an append takes one or more consecutive fragments of its run")
        stored = self._unmoved(run_id, expected, attempt)
        if stored is None or stored.next_seq != first:
            return False
        later = replace(stored, next_seq=stored.next_seq + len(fragments))
        if not self._keep(later, replace(stored.run, status=target)):
            return False
        self._fragments[run_id].extend(fragments)
        return True

    async def end(
        self, seen: StoredRun, *, target: RunStatus, inputs: int | None = None
    ) -> Fragment | None:
        """Write the terminal fragment and the status together; `None` if somebody moved first."""
        await asyncio.sleep(0)
        stored = self._unmoved(seen.run.id, seen.run.status, seen.run.attempt)
        if stored is None or inputs not in (None, len(stored.run.inputs)):
            return None
        later = replace(stored, next_seq=stored.next_seq + 1, deadline=None)
        if not self._keep(later, replace(stored.run, status=target)):
            return None
        last = Fragment(stored.run.id, stored.next_seq, DONE, target.value)
        self._fragments[last.run_id].append(last)
        return last

    async def fragments(self, run_id: str, start: int, limit: int) -> Sequence[Fragment]:
        """At most `limit` of the run's fragments from number `start` on, in order."""
        await asyncio.sleep(0)
        if self._find(run_id) is None:
            return []
        return [f for f in self._fragments[run_id] if f.seq >= start][:limit]

    async def transcript(self, run_id: str) -> Transcript:
        """The run's text since its last rerun, from the archive if it is there."""
        await asyncio.sleep(0)
        stored = self._find(run_id)
        if stored is None:
            return Transcript("", -1)
        if stored.archived is not None:
            return Transcript(stored.archived, stored.next_seq - 2)
        return self._told(run_id)

    async def waiting(self, session_id: str) -> str | None:
        """The id of the session's run that is to be generated next, if none is at work."""
        await asyncio.sleep(0)
        first = next((s.run for s in self._session(session_id) if _unfinished(s.run)), None)
        return first.id if first and first.status == RunStatus.PENDING else None

    async def overdue(self, now: datetime) -> Sequence[str]:
        """Ids of runs that somebody should claim, oldest first, at most `BATCH`."""
        await asyncio.sleep(0)
        return [s.run.id for s in self._oldest_first() if self._is_overdue(s, now)][:BATCH]

    async def archive(self, before: datetime) -> int:
        """Replace old fragments by one text a run, for at most `BATCH` runs."""
        await asyncio.sleep(0)
        old = [
            stored
            for stored in self._oldest_first()
            if stored.run.status in TERMINAL
            and stored.run.created_at < before
            and stored.archived is None
        ][:BATCH]
        for stored in old:
            run_id = stored.run.id
            self._keep(replace(stored, archived=self._told(run_id).text), stored.run)
            self._fragments[run_id] = [f for f in self._fragments[run_id] if f.kind == DONE]
        return len(old)

    async def ping(self) -> None:
        """Return: memory always answers."""
        await asyncio.sleep(0)

    async def close(self) -> None:
        """Return: there is nothing to give back."""
        await asyncio.sleep(0)

    def _find(self, run_id: str) -> StoredRun | None:
        _refuse_unstorable(run_id)
        return self._runs.get(run_id)

    def _unmoved(self, run_id: str, status: RunStatus, attempt: int) -> StoredRun | None:
        """The run, if it is still as the caller saw it."""
        stored = self._find(run_id)
        if stored is None or (stored.run.status, stored.run.attempt) != (status, attempt):
            return None
        return stored

    def _keep(self, stored: StoredRun, run: Run) -> bool:
        """Put the new value in place, unless it would be its session's second run at work."""
        if _at_work(run) and self._another_at_work(run):
            return False
        self._runs[run.id] = replace(stored, run=run)
        return True

    def _another_at_work(self, run: Run) -> bool:
        session = self._session(run.session_id)
        return any(_at_work(other.run) for other in session if other.run.id != run.id)

    def _session(self, session_id: str) -> list[StoredRun]:
        _refuse_unstorable(session_id)
        runs = [self._runs[run_id] for run_id in self._sessions.get(session_id, ())]
        return sorted(runs, key=lambda stored: stored.ordinal)

    def _oldest_first(self) -> list[StoredRun]:
        return sorted(self._runs.values(), key=lambda s: (s.run.created_at, s.run.id))

    def _first_in_line(self, stored: StoredRun) -> bool:
        session = self._session(stored.run.session_id)
        return not any(_unfinished(s.run) for s in session if s.ordinal < stored.ordinal)

    def _is_overdue(self, stored: StoredRun, now: datetime) -> bool:
        if stored.run.status == RunStatus.PENDING:
            return self._first_in_line(stored)
        lapsed = stored.deadline is not None and stored.deadline <= now
        return lapsed and _at_work(stored.run)

    def _told(self, run_id: str) -> Transcript:
        told = Transcript("", -1)
        for fragment in self._fragments[run_id]:
            if fragment.kind == RERUN:
                told = Transcript("", fragment.seq)
            elif fragment.kind != DONE:
                told = Transcript(told.text + fragment.text, fragment.seq)
        return told


def _at_work(run: Run) -> bool:
    return run.status in AT_WORK


def _unfinished(run: Run) -> bool:
    return run.status not in TERMINAL


def _refuse_unstorable(*texts: str) -> None:
    """Raise ValueError for what Postgres cannot keep as text: U+0000 and lone surrogates."""
    for text in texts:
        if "\0" in text:
            raise ValueError("a text with U+0000 cannot be stored")
        text.encode()
