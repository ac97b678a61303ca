"""The outside on Postgres: what tools of several processes have done, in one table.

Knows SQL and the words of the lab. It stands for what is elsewhere (a mail server, a bank), so it
shares nothing with the journal but the database; it does whatever it is asked.
"""

from psycopg.rows import scalar_row
from psycopg.types.json import Json as AsJson

from labs.protocol import Json
from labs.runtime.adapters.database import Database
from labs.streaming_protocol.outside import ToolFailed
from labs.streaming_protocol.parts import Arguments

PATIENCE = 3.0
"""Seconds after which a call gives up waiting for the server."""

_TABLES = """
    CREATE TABLE IF NOT EXISTS deeds (
        receipt       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        operation_id  text NOT NULL,
        tool          text NOT NULL,
        arguments     json NOT NULL
    );
    CREATE INDEX IF NOT EXISTS deeds_of_an_operation ON deeds (operation_id, receipt);
"""
_PERFORM = """
    INSERT INTO deeds (operation_id, tool, arguments)
    VALUES (%(operation_id)s, %(tool)s, %(arguments)s) RETURNING receipt
"""
_FIND = """
    SELECT receipt FROM deeds WHERE operation_id = %(operation_id)s ORDER BY receipt LIMIT 1
"""


class PostgresOutside:
    """An outside in one schema of a Postgres database. Nothing works before `open`."""

    def __init__(self, url: str, schema: str = "koda", *, patience: float = PATIENCE) -> None:
        self._database = Database(url, schema=schema, patience=patience)

    async def open(self) -> None:
        """Connect and create what is missing."""
        await self._database.open(_TABLES)

    async def perform(self, operation_id: str, tool: str, arguments: Arguments) -> Json:
        """Do it; the result is a receipt.

        Raises:
            ToolFailed: the arguments name what cannot be reached.
        """
        if "unreachable" in arguments.values():
            raise ToolFailed("unreachable")
        (receipt,) = await self._database.rows(
            scalar_row,
            _PERFORM,
            operation_id=operation_id,
            tool=tool,
            arguments=AsJson(arguments),
        )
        return {"receipt": int(receipt)}

    async def find(self, operation_id: str) -> Json:
        """The first result of that operation; None if it was never done."""
        found = await self._database.rows(scalar_row, _FIND, operation_id=operation_id)
        return {"receipt": int(found[0])} if found else None

    async def drop(self) -> None:
        """Remove the schema and all that is in it."""
        await self._database.drop()

    async def close(self) -> None:
        """Give back every connection."""
        await self._database.close()
