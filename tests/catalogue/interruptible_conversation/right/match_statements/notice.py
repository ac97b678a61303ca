"""Patterns of one tool."""

from labs.conversation import CancelNotice, ToolPhase, ToolRun


def plan_cancel(tools):
    stopped, running, done = [], [], []
    for tool in tools:
        match tool:
            case ToolRun(phase=ToolPhase.COMMITTED):
                done += [tool.id]
            case ToolRun(phase=ToolPhase.RUNNING, cooperative=False):
                running += [tool.id]
            case ToolRun():
                stopped += [tool.id]
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
