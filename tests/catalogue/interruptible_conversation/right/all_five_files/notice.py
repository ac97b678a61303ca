"""Phases compared as texts, places looked up by them."""

from labs.conversation import CancelNotice

PLACES = {"waiting": "stopped", "committed": "already_done"}


def plan_cancel(tools):
    places = {"stopped": (), "still_running": (), "already_done": ()}
    for tool in tools:
        at_work = "stopped" if tool.cooperative else "still_running"
        places[PLACES.get(str(tool.phase), at_work)] += (tool.id,)
    return CancelNotice(**places)
