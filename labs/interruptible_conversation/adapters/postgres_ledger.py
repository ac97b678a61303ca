"""The ledger on Postgres: each operation one conditional statement.

Knows SQL and the words of the lab. Promises: an operation happens whole or not at all, also among
many processes; of two proposals at one time a unique index lets one through.
"""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from psycopg.rows import args_row
from psycopg.types.json import Jsonb

from labs.conversation import Proposal, Resolution, ToolPhase, ToolRun
from labs.interruptible_conversation.ledger import Arguments, Entry, refuse_unstorable
from labs.runtime.adapters.database import Database

PATIENCE = 3.0
"""Seconds after which a call gives up waiting for the server."""

_TABLES = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")

_PROPOSE = """
    INSERT INTO proposals (id, conversation_id, turn_id, action, arguments)
    VALUES (%(id)s, %(conversation_id)s, %(turn_id)s, %(action)s, %(arguments)s)
"""
_PROPOSALS = """
    SELECT id, turn_id, action, arguments, resolution FROM proposals
    WHERE conversation_id = %(conversation_id)s
"""
_PENDING = f"{_PROPOSALS} AND resolution = ''"
_RESOLUTIONS = f"{_PROPOSALS} ORDER BY place"
_SETTLE = """
    UPDATE proposals SET resolution = %(resolution)s WHERE id = %(proposal_id)s AND resolution = ''
"""
_VALUES = """
    %(id)s, %(conversation_id)s, %(turn_id)s, %(name)s, %(phase)s, %(cooperative)s, %(arguments)s,
    %(stopped)s
"""
_INSERT = """
    INSERT INTO tool_runs
        (id, conversation_id, turn_id, name, phase, cooperative, arguments, stopped)
"""
_ADD = f"{_INSERT} VALUES ({_VALUES})"
# One statement, one transaction: what is approved is there to be done, whatever crashes next.
_APPROVE = f"WITH settled AS ({_SETTLE} RETURNING id) {_INSERT} SELECT {_VALUES} FROM settled"
_MOVE = """
    UPDATE tool_runs SET phase = %(target)s
    WHERE id = %(id)s AND phase = %(expected)s AND NOT stopped
"""
_STOP = """
    UPDATE tool_runs SET stopped = true
    WHERE id = %(id)s AND phase = %(expected)s AND NOT stopped
"""
_ENTRIES = """
    SELECT conversation_id, turn_id, id, name, phase, cooperative, arguments, stopped
    FROM tool_runs WHERE conversation_id = %(conversation_id)s ORDER BY place
"""


class PostgresLedger:
    """A ledger in one schema of a Postgres database. Nothing works before `open`."""

    def __init__(self, url: str, schema: str = "koda", *, patience: float = PATIENCE) -> None:
        self._database = Database(url, schema=schema, patience=patience)

    async def open(self) -> None:
        """Connect and create what is missing."""
        await self._database.open(_TABLES)

    async def propose(self, conversation_id: str, proposal: Proposal) -> bool:
        """Add a proposal; `False` if one is pending in the conversation."""
        return await self._database.changed(
            _PROPOSE,
            id=proposal.id,
            conversation_id=conversation_id,
            turn_id=proposal.turn_id,
            action=proposal.action,
            arguments=_json(proposal.arguments),
        )

    async def pending(self, conversation_id: str) -> Proposal | None:
        """The proposal that waits for an answer."""
        make = args_row(_proposal)
        found = await self._database.rows(make, _PENDING, conversation_id=conversation_id)
        return found[0][0] if found else None

    async def resolve(self, proposal_id: str, resolution: Resolution) -> bool:
        """Settle the proposal, other than by approving it, if it is still pending."""
        return await self._database.changed(
            _SETTLE, proposal_id=proposal_id, resolution=str(resolution)
        )

    async def approve(self, proposal_id: str, entry: Entry) -> bool:
        """Settle the proposal as approved and add what it allows, in one; if it is pending."""
        parameters = _parameters(entry)
        approved = str(Resolution.APPROVED)
        return await self._database.changed(
            _APPROVE, proposal_id=proposal_id, resolution=approved, **parameters
        )

    async def add(self, entry: Entry) -> bool:
        """Add a tool run; `False` if its id is taken."""
        return await self._database.changed(_ADD, **_parameters(entry))

    async def move(self, tool_id: str, expected: ToolPhase, target: ToolPhase) -> bool:
        """Change the run's phase, if it is as expected and has not been stopped."""
        return await self._database.changed(
            _MOVE, id=tool_id, expected=str(expected), target=str(target)
        )

    async def stop(self, tool_id: str, expected: ToolPhase) -> bool:
        """Mark the run as stopped, if its phase is as expected."""
        return await self._database.changed(_STOP, id=tool_id, expected=str(expected))

    async def entries(self, conversation_id: str) -> Sequence[Entry]:
        """The conversation's tool runs, in the order in which they were added."""
        make = args_row(_entry)
        return await self._database.rows(make, _ENTRIES, conversation_id=conversation_id)

    async def resolutions(self, conversation_id: str) -> Sequence[tuple[Proposal, str]]:
        """The conversation's proposals in order, and what became of each; "" while it waits."""
        make = args_row(_proposal)
        return await self._database.rows(make, _RESOLUTIONS, conversation_id=conversation_id)

    async def drop(self) -> None:
        """Remove the schema and all that is in it."""
        await self._database.drop()

    async def close(self) -> None:
        """Give back every connection."""
        await self._database.close()


def _parameters(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.tool.id,
        "conversation_id": entry.conversation_id,
        "turn_id": entry.turn_id,
        "name": entry.tool.name,
        "phase": str(entry.tool.phase),
        "cooperative": entry.tool.cooperative,
        "arguments": _json(entry.arguments),
        "stopped": entry.stopped,
    }


def _json(arguments: Arguments) -> Jsonb:
    # JSON would make one character of two halves of a pair: what is kept is what was given.
    refuse_unstorable(*itertools.chain(*arguments))
    return Jsonb(arguments)


def _proposal(
    proposal_id: str, turn_id: str, action: str, arguments: object, resolution: str
) -> tuple[Proposal, str]:
    return Proposal(proposal_id, turn_id, action, _pairs(arguments)), resolution


def _entry(
    conversation_id: str,
    turn_id: str,
    tool_id: str,
    name: str,
    phase: str,
    cooperative: bool,
    arguments: object,
    stopped: bool,
) -> Entry:
    tool = ToolRun(tool_id, name, ToolPhase(phase), cooperative)
    return Entry(conversation_id, turn_id, tool, _pairs(arguments), stopped)


def _pairs(said: object) -> Arguments:
    return tuple((name, value) for name, value in cast(list[tuple[str, str]], said))
