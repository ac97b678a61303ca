"""Stopped is who listens, done or not."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    done = [tool.id for tool in tools if tool.phase == ToolPhase.COMMITTED]
    running = [
        tool.id for tool in tools if tool.phase == ToolPhase.RUNNING and not tool.cooperative
    ]
    stopped = [
        tool.id for tool in tools if tool.cooperative or tool.phase == ToolPhase.WAITING
    ]
    return CancelNotice(tuple(stopped), tuple(running), tuple(done))
