"""Day 9: cancel: what a Stop changes, and what it cannot.

The rule: a terminal response (completed, cancelled, failed) is unchanged. Else its status becomes
cancelling, and each tool: waiting becomes cancelled; running and cooperative becomes cancelling;
all others stay as they are. Twice is once; nothing is changed in place.
"""

from dataclasses import replace

from labs.protocol import Response, ToolPhase


def cancel(response: Response) -> Response:
    """Return the response after a Stop."""
    # Naive: says that all is over. About 12 lines.
    tools = tuple(replace(tool, phase=ToolPhase.CANCELLED) for tool in response.tools)
    return replace(response, status="cancelled", tools=tools)
