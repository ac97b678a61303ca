"""A class that knows its place, and a default dictionary of places."""

from collections import defaultdict

from labs.conversation import CancelNotice, ToolPhase


def plan_cancel(tools):
    places = defaultdict(tuple)
    for tool in tools:
        is_done = tool.phase is ToolPhase.COMMITTED
        goes_on = tool.phase is ToolPhase.RUNNING and not tool.cooperative
        places[is_done, goes_on] = (*places[is_done, goes_on], tool.id)
    return CancelNotice(places[False, False], places[False, True], places[True, False])
