"""Filters, a table of bits, and no loop."""

from operator import attrgetter

from labs.conversation import CancelNotice, ToolPhase

PLACES = {
    (ToolPhase.RUNNING, False): 1,
    (ToolPhase.COMMITTED, False): 2,
    (ToolPhase.COMMITTED, True): 2,
}


def plan_cancel(tools):
    place = lambda tool: PLACES.get((tool.phase, tool.cooperative), 0)  # noqa: E731
    ids = lambda n: tuple(map(attrgetter("id"), filter(lambda t: place(t) == n, tools)))  # noqa: E731
    return CancelNotice(*map(ids, range(3)))
