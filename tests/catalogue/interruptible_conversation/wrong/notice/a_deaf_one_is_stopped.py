"""What is not done is stopped."""

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    done = tuple(tool.id for tool in tools if tool.phase == ToolPhase.COMMITTED)
    return CancelNotice(tuple(tool.id for tool in tools if tool.id not in done), (), done)
