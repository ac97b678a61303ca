"""There is always a tool."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    stopped, running, done = [], [], []
    last = tools[-1]
    for tool in (*tools[:-1], last):
        if tool.phase == ToolPhase.COMMITTED:
            done.append(tool.id)
        elif tool.phase == ToolPhase.RUNNING and not tool.cooperative:
            running.append(tool.id)
        else:
            stopped.append(tool.id)
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
