"""Telling: what is said aloud to who listens instead of looking: now and then, and not every word.

Knows what a page knows of a response. The words that have come since are told with the next thing
that happens, or once a few whole sentences have gathered.
"""

from labs.protocol import Event
from labs.streaming_protocol.plays.seen import Seen
from labs.streaming_protocol.plays.view import View, left, status

MOST_TOLD = 8
_MANY_WORDS = 25
"""So many words, to the end of a sentence, are told even if nothing else happens."""


class Telling:
    """Tells one response: each piece of its text once."""

    def __init__(self, view: View, seen: Seen) -> None:
        self._view, self._seen = view, seen
        self._text = seen.screen.text

    def event(self, event: Event) -> None:
        """Tell what this event brought, if it is worth it."""
        news = self._news(event)
        untold = self._seen.screen.text[len(self._text) :].strip()
        gathered = len(untold.split()) >= _MANY_WORDS and untold[-1] in ".!?"
        if news or gathered:
            self._text = self._seen.screen.text
            tell(self._view, f"The agent: {untold}" if untold else "", news)

    def _news(self, event: Event) -> str:
        if self._seen.ended:
            return how_it_stands(self._seen)
        call = self._seen.call(str(event.data.get("operation_id")))
        match event.type:
            case "approval.required":
                return f"May it use {call}? Approve or deny."
            case "tool.completed":
                return f"Done: {call}."
            case "tool.cancelled":
                return f"Stopped: {call}."
            case "tool.failed":
                return f"Not done: {call}."
        return status(self._seen) if self._seen.screen.state.gap else ""


def how_it_stands(seen: Seen) -> str:
    """How a response stands, what was kept and what was done, in sentences; nothing said twice."""
    stands = status(seen)
    rows = [f"{name}: {said}." for name, said in left(seen)]
    return " ".join([stands, *(row for row in rows if row.lower() not in stands.lower())])


def tell(view: View, *said: str) -> None:
    """Say it to who listens, as one announcement."""
    view.told.append(" ".join(filter(None, said)))
    view.told_count += 1
    del view.told[:-MOST_TOLD]
