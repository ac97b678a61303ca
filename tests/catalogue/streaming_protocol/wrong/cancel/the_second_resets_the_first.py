from dataclasses import replace

from labs.protocol import TERMINAL, Response, Semantics, ToolPhase, ToolRun


def cancel(response: Response) -> Response:
    """Return the response after a Stop."""
    if response.status in TERMINAL:
        return response
    if response.status == "cancelling":
        return replace(response, tools=tuple(map(_again, response.tools)))
    return replace(response, status="cancelling", tools=tuple(map(_asked, response.tools)))


def _asked(tool: ToolRun) -> ToolRun:
    if tool.phase == ToolPhase.WAITING:
        return replace(tool, phase=ToolPhase.CANCELLED)
    if tool.phase == ToolPhase.RUNNING and tool.semantics == Semantics.COOPERATIVE:
        return replace(tool, phase=ToolPhase.CANCELLING)
    return tool


def _again(tool: ToolRun) -> ToolRun:
    back = {ToolPhase.CANCELLING: ToolPhase.RUNNING, ToolPhase.CANCELLED: ToolPhase.WAITING}
    return replace(tool, phase=back.get(tool.phase, tool.phase))
