"""The outside: where tools do what cannot be taken back, and where one can ask whether they did.

Knows the tools by name. Must not know the ledger: it does whatever it is asked, as often as it is
asked. A deed carries the operation's id, so that after a crash somebody can look for it.
"""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from labs.protocol import Json, Semantics
from labs.streaming_protocol.parts import Arguments

SEARCH, EXPORT, MAIL, REFUND, REVERSAL = "search", "export", "mail", "refund", "refund_reversal"


@dataclass(frozen=True)
class Tool:
    """What a tool is. `undone_by`: the tool that compensates it."""

    semantics: Semantics
    needs_approval: bool = False
    undone_by: str | None = None


TOOLS = {
    SEARCH: Tool(Semantics.COOPERATIVE),
    EXPORT: Tool(Semantics.BEFORE_START),
    MAIL: Tool(Semantics.NEVER_AFTER_COMMIT, needs_approval=True),
    REFUND: Tool(Semantics.COMPENSATABLE, needs_approval=True, undone_by=REVERSAL),
    REVERSAL: Tool(Semantics.NEVER_AFTER_COMMIT),
}


class ToolFailed(Exception):
    """A tool could not do it, and has done nothing. Its text is a code."""


@dataclass(frozen=True)
class Deed:
    """One thing that was done."""

    operation_id: str
    tool: str
    arguments: Arguments


class Outside(Protocol):
    """Does, and remembers what it has done."""

    async def perform(self, operation_id: str, tool: str, arguments: Arguments) -> Json:
        """Do it; the result.

        Raises:
            ToolFailed: it was not done.
        """

    async def find(self, operation_id: str) -> Json:
        """The result of that operation; None if it was never done."""


class MemoryOutside:
    """An outside that can be looked at. Each deed's receipt has a number of its own."""

    def __init__(self) -> None:
        self.deeds: list[Deed] = []
        self._results: dict[str, Json] = {}

    async def perform(self, operation_id: str, tool: str, arguments: Arguments) -> Json:
        """Do it; the result is a receipt.

        Raises:
            ToolFailed: the arguments name what cannot be reached.
        """
        await asyncio.sleep(0)
        if "unreachable" in arguments.values():
            raise ToolFailed("unreachable")
        self.deeds.append(Deed(operation_id, tool, arguments))
        receipt: Json = {"receipt": len(self.deeds)}
        self._results.setdefault(operation_id, receipt)
        return receipt

    async def find(self, operation_id: str) -> Json:
        """The first result of that operation; None if it was never done."""
        await asyncio.sleep(0)
        return self._results.get(operation_id)
