"""Results: what came of an operation, and how that is told.

Knows the words of the lab. A result is a JSON value; a failure and a cancellation are results too.
"""

from labs.protocol import Json, ToolPhase
from labs.streaming_protocol.changes import Told

CANCELLED: Json = {"cancelled": True}
UNDO = "/undo"
"""Behind an operation's id: the one that takes it back."""


def phase_of(result: Json) -> ToolPhase:
    """The phase of an operation that ended with that result."""
    if isinstance(result, dict) and "error" in result:
        return ToolPhase.FAILED
    return ToolPhase.CANCELLED if result == CANCELLED else ToolPhase.COMMITTED


def ended(operation_id: str, name: str, result: Json) -> Told:
    """The event that tells how an operation ended."""
    phase = phase_of(result)
    kind = "completed" if phase == ToolPhase.COMMITTED else str(phase)
    return f"tool.{kind}", {"operation_id": operation_id, "tool": name, "result": result}


def started(operation_id: str, name: str) -> Told:
    """The event that tells that an operation was begun."""
    return "tool.started", {"operation_id": operation_id, "tool": name}
