"""Stop means stop."""

from labs.conversation import CancelNotice


def plan_cancel(tools):
    return CancelNotice(tuple(tool.id for tool in tools), (), ())
