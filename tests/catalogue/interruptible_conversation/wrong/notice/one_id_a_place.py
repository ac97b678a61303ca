"""One variable a place."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    stopped = running = done = ()
    for tool in tools:
        if tool.phase == ToolPhase.COMMITTED:
            done = done or (tool.id,)
        elif tool.phase == ToolPhase.RUNNING and not tool.cooperative:
            running = running or (tool.id,)
        else:
            stopped = stopped or (tool.id,)
    return CancelNotice(stopped, running, done)
