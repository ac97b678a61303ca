"""The store on Postgres: each operation one conditional statement.

Knows SQL and the words of the ports. Must not know which moves are legal or what time it is: times
come as parameters, never from the server. Promises: an operation happens whole or not at all, also
among many processes. A statement that finds a run's row locked waits and then looks again, so of
two that name the same status and attempt only one takes effect; where two concern different rows,
a unique index of the schema lets one through.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from psycopg.rows import args_row

from labs.runs import Fragment, Run, RunStatus
from labs.runtime.adapters.database import Database
from labs.runtime.ports import DONE, StoredRun, Transcript

PATIENCE = 3.0
"""Seconds after which a call gives up waiting for the server."""

T = TypeVar("T")

_TABLES = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")

_RUNS = """
    SELECT id, session_id, status, created_at, inputs, attempt,
           ordinal, next_seq, deadline, archived
    FROM runs
"""
_RUN = f"{_RUNS} WHERE id = %(run_id)s"
_LATEST = f"{_RUNS} WHERE session_id = %(session_id)s ORDER BY ordinal DESC LIMIT 1"
_HISTORY = f"""
    SELECT * FROM ({_RUNS} WHERE session_id = %(session_id)s
                   ORDER BY ordinal DESC LIMIT %(limit)s) AS newest
    ORDER BY ordinal
"""

_CREATE = """
    INSERT INTO runs (id, session_id, status, created_at, inputs, attempt, ordinal)
    VALUES (%(id)s, %(session_id)s, %(status)s, %(created_at)s, %(inputs)s::text[], %(attempt)s,
            %(ordinal)s)
"""

_MERGE = """
    UPDATE runs SET inputs = array_append(inputs, %(text)s)
    WHERE id = %(run_id)s AND status = %(expected)s
"""

_CLAIM = """
    UPDATE runs AS mine
    SET status = %(target)s, attempt = attempt + 1, owner = %(owner)s, deadline = %(deadline)s
    WHERE id = %(run_id)s AND status = %(status)s AND attempt = %(attempt)s
      AND (deadline IS NULL OR deadline <= %(now)s)
      AND NOT EXISTS (
        SELECT FROM runs AS other
        WHERE other.session_id = mine.session_id AND other.id <> mine.id
          AND (other.status IN ('running', 'streaming')
               OR other.status = 'pending' AND other.ordinal < mine.ordinal))
"""

_RENEW = """
    UPDATE runs SET deadline = %(deadline)s
    WHERE id = %(run_id)s AND attempt = %(attempt)s AND status IN ('running', 'streaming')
"""

# The update locks the run's row: a writer and whoever fences it off come one after the other.
_APPEND = """
    WITH mine AS (
        UPDATE runs SET status = %(target)s, next_seq = next_seq + %(count)s
        WHERE id = %(run_id)s AND status = %(expected)s AND attempt = %(attempt)s
          AND next_seq = %(first)s
        RETURNING id
    )
    INSERT INTO fragments (run_id, seq, kind, text)
    SELECT mine.id, %(first)s + new.place - 1, new.kind, new.text
    FROM mine, unnest(%(kinds)s::text[], %(texts)s::text[])
               WITH ORDINALITY AS new (kind, text, place)
"""

_END = """
    WITH mine AS (
        UPDATE runs SET status = %(target)s, next_seq = next_seq + 1, deadline = NULL
        WHERE id = %(run_id)s AND status = %(status)s AND attempt = %(attempt)s
          AND (%(inputs)s::integer IS NULL OR cardinality(inputs) = %(inputs)s)
        RETURNING id, next_seq - 1 AS seq
    )
    INSERT INTO fragments (run_id, seq, kind, text)
    SELECT id, seq, %(kind)s, %(target)s FROM mine
    RETURNING run_id, seq, kind, text
"""

_FRAGMENTS = """
    SELECT run_id, seq, kind, text FROM fragments
    WHERE run_id = %(run_id)s AND seq >= %(start)s ORDER BY seq LIMIT %(limit)s
"""

_TOLD = """(
    SELECT coalesce(string_agg(text, '' ORDER BY seq), '') FROM fragments
    WHERE run_id = runs.id AND kind = 'delta' AND seq > (
        SELECT coalesce(max(seq), -1) FROM fragments WHERE run_id = runs.id AND kind = 'rerun')
)"""

# Two branches, of which one is empty, so that an archived run's text is not put together again.
_TRANSCRIPT = f"""
    SELECT archived, next_seq - 2 FROM runs WHERE id = %(run_id)s AND archived IS NOT NULL
    UNION ALL
    SELECT {_TOLD}, (
        SELECT coalesce(max(seq), -1) FROM fragments WHERE run_id = runs.id AND kind <> 'done')
    FROM runs WHERE id = %(run_id)s AND archived IS NULL
"""

_WAITING = """
    SELECT id FROM runs
    WHERE session_id = %(session_id)s AND status = 'pending' AND ordinal = (
        SELECT min(ordinal) FROM runs
        WHERE session_id = %(session_id)s AND status IN ('pending', 'running', 'streaming'))
"""

_OVERDUE = """
    SELECT id FROM runs AS mine
    WHERE status IN ('running', 'streaming') AND deadline <= %(now)s
       OR status = 'pending' AND NOT EXISTS (
        SELECT FROM runs AS other
        WHERE other.session_id = mine.session_id AND other.ordinal < mine.ordinal
          AND other.status IN ('pending', 'running', 'streaming'))
    ORDER BY created_at, id LIMIT 100
"""

_ARCHIVE = f"""
    WITH old AS (
        SELECT id FROM runs
        WHERE status IN ('done', 'failed', 'cancelled') AND archived IS NULL
          AND created_at < %(before)s
        ORDER BY created_at, id LIMIT 100 FOR UPDATE SKIP LOCKED
    ), kept AS (
        UPDATE runs SET archived = {_TOLD} FROM old WHERE runs.id = old.id RETURNING runs.id
    ), gone AS (
        DELETE FROM fragments USING kept WHERE run_id = kept.id AND kind <> 'done'
    )
    SELECT id FROM kept
"""


class PostgresStore:
    """A store that many processes share. Nothing but `probe` works before `open`."""

    def __init__(self, url: str, schema: str = "koda", *, patience: float = PATIENCE) -> None:
        self._database = Database(url, schema=schema, patience=patience)

    async def open(self) -> None:
        """Connect, and create the schema and the tables if they are absent."""
        await self._database.open(_TABLES)

    async def probe(self) -> None:
        """Return if the server answers; needs no `open` and creates nothing."""
        await self._database.probe()

    async def drop(self) -> None:
        """Remove the schema and every run in it."""
        await self._database.drop()

    async def create(self, run: Run, ordinal: int) -> bool:
        """Add a run; `False` if its place or its id is taken, or it would be a second at work."""
        fields = vars(run) | {"inputs": list(run.inputs), "ordinal": ordinal}
        return await self._database.changed(_CREATE, **fields)

    async def run(self, run_id: str) -> StoredRun | None:
        """The run, or `None` if there is none of that id."""
        return _only(await self._database.rows(args_row(_stored), _RUN, run_id=run_id))

    async def latest(self, session_id: str) -> StoredRun | None:
        """The session's newest run."""
        return _only(await self._database.rows(args_row(_stored), _LATEST, session_id=session_id))

    async def history(self, session_id: str, limit: int) -> Sequence[StoredRun]:
        """At most `limit` of the session's newest runs, oldest first."""
        parameters = {"session_id": session_id, "limit": limit}
        return await self._database.rows(args_row(_stored), _HISTORY, **parameters)

    async def merge(self, run_id: str, text: str, expected: RunStatus) -> bool:
        """Add a message to the run's inputs if its status is still `expected`."""
        return await self._database.changed(_MERGE, run_id=run_id, text=text, expected=expected)

    async def claim(
        self, seen: StoredRun, *, target: RunStatus, owner: str, now: datetime, deadline: datetime
    ) -> bool:
        """Take the run, if nobody holds it and it is its turn in its session.

        The owner's name is for people who look into the database; what fences is the attempt.
        """
        claim = {"target": target, "owner": owner, "now": now, "deadline": deadline}
        return await self._database.changed(_CLAIM, **_as_seen(seen), **claim)

    async def renew(self, run_id: str, attempt: int, deadline: datetime) -> bool:
        """Move the claim's deadline, if the run is at work and the attempt still the newest."""
        return await self._database.changed(
            _RENEW, run_id=run_id, attempt=attempt, deadline=deadline
        )

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
        first = fragments[0].seq if fragments else 0
        places = [(run_id, first + i) for i in range(len(fragments) or 1)]
        if [(f.run_id, f.seq) for f in fragments] != places:
            raise ValueError("an append takes one or more consecutive fragments of its run")
        return await self._database.changed(
            _APPEND,
            run_id=run_id,
            expected=expected,
            target=target,
            attempt=attempt,
            first=first,
            count=len(fragments),
            kinds=[f.kind for f in fragments],
            texts=[f.text for f in fragments],
        )

    async def end(
        self, seen: StoredRun, *, target: RunStatus, inputs: int | None = None
    ) -> Fragment | None:
        """Write the terminal fragment and the status together; `None` if somebody moved first."""
        end = {"target": target, "inputs": inputs, "kind": DONE}
        return _only(await self._database.rows(args_row(Fragment), _END, **_as_seen(seen), **end))

    async def fragments(self, run_id: str, start: int, limit: int) -> Sequence[Fragment]:
        """At most `limit` of the run's fragments from number `start` on, in order."""
        return await self._database.rows(
            args_row(Fragment), _FRAGMENTS, run_id=run_id, start=start, limit=limit
        )

    async def transcript(self, run_id: str) -> Transcript:
        """The run's text since its last rerun, from the archive if it is there."""
        told = await self._database.rows(args_row(Transcript), _TRANSCRIPT, run_id=run_id)
        return _only(told) or Transcript("", -1)

    async def waiting(self, session_id: str) -> str | None:
        """The id of the session's run that is to be generated next, if none is at work."""
        return _only(await self._database.rows(args_row(str), _WAITING, session_id=session_id))

    async def overdue(self, now: datetime) -> Sequence[str]:
        """Ids of runs that somebody should claim, oldest first, at most 100."""
        return await self._database.rows(args_row(str), _OVERDUE, now=now)

    async def archive(self, before: datetime) -> int:
        """Replace old fragments by one text a run, for at most 100 runs."""
        return len(await self._database.rows(args_row(str), _ARCHIVE, before=before))

    async def ping(self) -> None:
        """Return if the server answers."""
        await self._database.changed("SELECT 1")

    async def close(self) -> None:
        """Give back every connection."""
        await self._database.close()


def _as_seen(seen: StoredRun) -> dict[str, object]:
    return {"run_id": seen.run.id, "status": seen.run.status, "attempt": seen.run.attempt}


def _stored(
    run_id: str,
    session_id: str,
    status: str,
    created_at: datetime,
    inputs: list[str],
    attempt: int,
    ordinal: int,
    next_seq: int,
    deadline: datetime | None,
    archived: str | None,
) -> StoredRun:
    run = Run(run_id, session_id, RunStatus(status), created_at, tuple(inputs), attempt)
    return StoredRun(run, ordinal, next_seq, deadline, archived)


def _only(rows: Sequence[T]) -> T | None:
    return rows[0] if rows else None
