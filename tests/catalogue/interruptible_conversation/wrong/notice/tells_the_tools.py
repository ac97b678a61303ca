"""All of the tool."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    stopped, running, done = [], [], []
    for tool in tools:
        if tool.phase == ToolPhase.COMMITTED:
            done.append(tool)
        elif tool.phase == ToolPhase.RUNNING and not tool.cooperative:
            running.append(tool)
        else:
            stopped.append(tool)
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
