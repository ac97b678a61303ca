from dataclasses import replace

from labs.protocol import Response, Semantics, ToolPhase, ToolRun


def cancel(response):
    match response:
        case Response(status="completed" | "cancelled" | "failed"):
            return response
        case Response(tools=tools):
            return replace(response, status="cancelling", tools=tuple(one(t) for t in tools))


def one(tool):
    match tool:
        case ToolRun(phase=ToolPhase.WAITING):
            return replace(tool, phase=ToolPhase.CANCELLED)
        case ToolRun(phase=ToolPhase.RUNNING, semantics=Semantics.COOPERATIVE):
            return replace(tool, phase=ToolPhase.CANCELLING)
        case _:
            return tool
