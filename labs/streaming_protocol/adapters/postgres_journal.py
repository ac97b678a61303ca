"""The journal on Postgres: each operation one statement, and so one transaction.

Knows SQL and the words of the lab. Promises: an operation happens whole or not at all, also among
many processes.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import cast

from psycopg.rows import args_row, scalar_row
from psycopg.types.json import Json as AsJson

from labs.protocol import Approval, Event, Json
from labs.runtime.adapters.database import Database
from labs.streaming_protocol.adapters.documents import as_document, from_document
from labs.streaming_protocol.journal import Asked, Begun, Change, Finished, Line, Stored
from labs.streaming_protocol.parts import Arguments

PATIENCE = 3.0
"""Seconds after which a call gives up waiting for the server."""

_TABLES = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")

_CREATE = """
    INSERT INTO responses (id, version, deadline, ended_at, archived, document)
    VALUES (%(id)s, %(version)s, %(deadline)s, %(ended_at)s, %(archived)s, %(document)s)
"""
_LOAD = "SELECT document, version, archived FROM responses WHERE id = %(id)s"
_WRITE = """
    WITH moved AS (
        UPDATE responses
        SET version = %(version)s, deadline = %(deadline)s, ended_at = %(ended_at)s,
            document = %(document)s
        WHERE id = %(id)s AND version = %(version)s - 1
        RETURNING id
    ), told AS (
        INSERT INTO events (response_id, seq, at, type, data)
        SELECT moved.id, e.seq, e.at, e.type, e.data
        FROM moved, json_to_recordset(%(events)s)
            AS e(seq integer, at timestamptz, type text, data json)
    ), noted AS (
        INSERT INTO lines (root, operation_id, fingerprint, result)
        SELECT %(root)s, l.operation_id, l.fingerprint, l.result
        FROM moved, ROWS FROM (json_to_recordset(%(lines)s)
            AS (operation_id text, fingerprint text, result json)) WITH ORDINALITY
            AS l(operation_id, fingerprint, result, place) ORDER BY l.place
    ), asked AS (
        INSERT INTO approvals (id, response_id, operation_id, tool, arguments, payload_hash,
                               granted, expires_at, used, decided)
        SELECT a.* FROM moved, json_to_recordset(%(asked)s)
            AS a(id text, response_id text, operation_id text, tool text, arguments json,
                 payload_hash text, granted boolean, expires_at timestamptz, used boolean,
                 decided boolean)
        ON CONFLICT (id) DO UPDATE
        SET granted = EXCLUDED.granted, used = EXCLUDED.used, decided = EXCLUDED.decided
    )
    SELECT id FROM moved
"""
_EVENTS = """
    SELECT response_id, seq, at, type, data FROM events
    WHERE response_id = %(id)s AND seq >= %(start)s ORDER BY seq LIMIT %(limit)s
"""
_LINES = """
    SELECT operation_id, fingerprint, result FROM lines WHERE root = %(root)s ORDER BY place
"""
_APPROVALS = """
    SELECT id, response_id, operation_id, tool, arguments, payload_hash, granted, expires_at, used,
           decided
    FROM approvals
"""
_ASKED = f"{_APPROVALS} WHERE id = %(id)s"
_WAITING = f"{_APPROVALS} WHERE operation_id = %(id)s ORDER BY place DESC LIMIT 1"
_OVERDUE = """
    SELECT id FROM responses
    WHERE ended_at IS NULL AND (deadline IS NULL OR deadline <= %(now)s) ORDER BY place LIMIT 100
"""
_ARCHIVE = """
    WITH old AS (
        UPDATE responses SET archived = true, version = version + 1
        WHERE NOT archived AND ended_at < %(before)s RETURNING id
    ), gone AS (DELETE FROM events USING old WHERE response_id = old.id)
    SELECT id FROM old
"""


class PostgresJournal:
    """A journal in one schema of a Postgres database. Nothing works before `open`."""

    def __init__(self, url: str, schema: str = "koda", *, patience: float = PATIENCE) -> None:
        self._database = Database(url, schema=schema, patience=patience)

    async def open(self) -> None:
        """Connect and create what is missing."""
        await self._database.open(_TABLES)

    async def create(self, stored: Stored) -> bool:
        """Add a response; `False` if its id is taken."""
        return await self._database.changed(_CREATE, **_row(stored))

    async def load(self, response_id: str) -> Stored | None:
        """The response, or none."""
        found = await self._database.rows(args_row(_stored), _LOAD, id=response_id)
        return found[0] if found else None

    async def write(self, change: Change) -> bool:
        """Do all of it if the version is still the one before `change.after`'s; else nothing."""
        return await self._database.changed(
            _WRITE,
            root=change.after.root,
            events=AsJson([_event_row(event) for event in change.events]),
            lines=AsJson([_line_row(line) for line in change.lines]),
            asked=AsJson([_asked_row(asked) for asked in change.asked]),
            **_row(change.after),
        )

    async def events(self, response_id: str, start: int, limit: int) -> Sequence[Event]:
        """At most `limit` of the response's events from number `start` on, in order."""
        make = args_row(_event)
        return await self._database.rows(make, _EVENTS, id=response_id, start=start, limit=limit)

    async def lines(self, root: str) -> Sequence[Line]:
        """The ledger's lines of all responses with that root, in the order of their writing."""
        return await self._database.rows(args_row(_line), _LINES, root=root)

    async def asked(self, approval_id: str) -> Asked | None:
        """The approval of that id."""
        found = await self._database.rows(args_row(_asked), _ASKED, id=approval_id)
        return found[0] if found else None

    async def waiting(self, operation_id: str) -> Asked | None:
        """The newest approval that was asked for this operation."""
        found = await self._database.rows(args_row(_asked), _WAITING, id=operation_id)
        return found[0] if found else None

    async def overdue(self, now: datetime) -> Sequence[str]:
        """Ids of the responses that have not ended and whose claims have lapsed at `now`."""
        found = await self._database.rows(scalar_row, _OVERDUE, now=now)
        return [str(response_id) for response_id in found]

    async def archive(self, before: datetime) -> int:
        """Drop the events of responses that ended before that time; how many responses."""
        return len(await self._database.rows(scalar_row, _ARCHIVE, before=before))

    async def drop(self) -> None:
        """Remove the schema and all that is in it."""
        await self._database.drop()

    async def close(self) -> None:
        """Give back every connection."""
        await self._database.close()


def _row(stored: Stored) -> dict[str, object]:
    return {
        "id": stored.response.id,
        "version": stored.version,
        "deadline": stored.deadline,
        "ended_at": stored.ended_at,
        "archived": stored.archived,
        "document": AsJson(as_document(stored)),
    }


def _stored(document: dict[str, Json], version: int, archived: bool) -> Stored:
    return from_document({**document, "version": version, "archived": archived})


def _event_row(event: Event) -> dict[str, Json]:
    at = event.at.isoformat()
    return {"seq": event.seq, "at": at, "type": event.type, "data": event.data}


def _event(response_id: str, seq: int, at: datetime, kind: str, data: dict[str, Json]) -> Event:
    return Event(response_id, seq, at, kind, data, seq)


def _line_row(line: Line) -> dict[str, Json]:
    if isinstance(line, Begun):
        return {"operation_id": line.operation_id, "fingerprint": line.fingerprint}
    return {"operation_id": line.operation_id, "result": [line.result]}


def _line(operation_id: str, fingerprint: str | None, result: Json) -> Line:
    if fingerprint is not None:
        return Begun(operation_id, fingerprint)
    # In a list, so that a result of null is not an absent one.
    return Finished(operation_id, cast(list[Json], result)[0])


def _asked_row(asked: Asked) -> dict[str, Json]:
    approval = asked.approval
    return {
        "id": approval.id,
        "response_id": asked.response_id,
        "operation_id": asked.operation_id,
        "tool": asked.tool,
        "arguments": asked.arguments,
        "payload_hash": approval.payload_hash,
        "granted": approval.granted,
        "expires_at": approval.expires_at.isoformat(),
        "used": approval.used,
        "decided": asked.decided,
    }


def _asked(
    approval_id: str,
    response_id: str,
    operation_id: str,
    tool: str,
    arguments: Arguments,
    payload_hash: str,
    granted: bool,
    expires_at: datetime,
    used: bool,
    decided: bool,
) -> Asked:
    approval = Approval(approval_id, payload_hash, granted, expires_at, used)
    return Asked(approval, response_id, operation_id, tool, arguments, decided)
