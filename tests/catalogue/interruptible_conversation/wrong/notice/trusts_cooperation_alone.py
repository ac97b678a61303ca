"""Who listens stops, who does not goes on."""

from labs.conversation import CancelNotice


def plan_cancel(tools):
    stopped = [tool.id for tool in tools if tool.cooperative]
    running = [tool.id for tool in tools if not tool.cooperative]
    return CancelNotice(tuple(stopped), tuple(running), ())
