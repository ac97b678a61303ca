"""What is done is no news."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    stopped, running, done = [], [], []
    for tool in tools:
        if tool.phase == ToolPhase.COMMITTED:
            pass
        elif tool.phase == ToolPhase.RUNNING and not tool.cooperative:
            running.append(tool.id)
        else:
            stopped.append(tool.id)
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
