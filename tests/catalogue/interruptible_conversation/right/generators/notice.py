"""A generator for each place."""

from labs.conversation import CancelNotice


def chosen(tools, wanted):
    for tool in tools:
        done = tool.phase == "committed"
        deaf = tool.phase == "running" and not tool.cooperative
        if (done, deaf) == wanted:
            yield tool.id


def plan_cancel(tools):
    return CancelNotice(
        *map(tuple, (chosen(tools, w) for w in ((False, False), (False, True), (True, False))))
    )
