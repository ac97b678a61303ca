"""Who does not listen goes on."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    stopped, running, done = [], [], []
    for tool in tools:
        if not tool.cooperative and tool.phase != ToolPhase.WAITING:
            running.append(tool.id)
        elif tool.phase == ToolPhase.COMMITTED:
            done.append(tool.id)
        else:
            stopped.append(tool.id)
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
