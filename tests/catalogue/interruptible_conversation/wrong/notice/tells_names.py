"""People read names."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    stopped, running, done = [], [], []
    for tool in tools:
        if tool.phase == ToolPhase.COMMITTED:
            done.append(tool.name)
        elif tool.phase == ToolPhase.RUNNING and not tool.cooperative:
            running.append(tool.name)
        else:
            stopped.append(tool.name)
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
