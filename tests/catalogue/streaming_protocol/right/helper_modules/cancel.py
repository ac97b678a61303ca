import dataclasses

from kinds import ENDED, LISTENS
from labs.protocol import ToolPhase


def cancel(response):
    if response.status in ENDED:
        return dataclasses.replace(response)
    return dataclasses.replace(response, status="cancelling", tools=(*stopped(response.tools),))


def stopped(tools):
    for tool in tools:
        phase = tool.phase
        if phase is ToolPhase.WAITING:
            phase = ToolPhase.CANCELLED
        elif phase is ToolPhase.RUNNING and tool.semantics in LISTENS:
            phase = ToolPhase.CANCELLING
        yield dataclasses.replace(tool, phase=phase)
