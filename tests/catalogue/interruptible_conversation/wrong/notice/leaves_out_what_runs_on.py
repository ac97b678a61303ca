"""What goes on is no news."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    stopped, running, done = [], [], []
    for tool in tools:
        if tool.phase == ToolPhase.COMMITTED:
            done.append(tool.id)
        elif tool.phase == ToolPhase.RUNNING and not tool.cooperative:
            pass
        else:
            stopped.append(tool.id)
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
