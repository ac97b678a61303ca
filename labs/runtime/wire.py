"""The wire: what a fragment looks like as a Server-Sent Event.

Knows the format and nothing of who sends. `id:` is the seq, `event:` the kind, `data:` one line
of JSON. https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

import json

from sse_starlette import ServerSentEvent

from labs.runtime.ports import DONE, RERUN

HEADERS = {
    "Cache-Control": "no-cache",
    "Connection": "keep-alive",
    "X-Accel-Buffering": "no",
}
PING_SECONDS = 15


def fragment_event(kind: str, seq: int, text: str) -> ServerSentEvent:
    """A stored fragment: it has an id, so a client can resume behind it."""
    if kind == RERUN:
        return _event(kind, seq, {"attempt": int(text)})
    return _event(kind, seq, {"status" if kind == DONE else "text": text})


def snapshot_event(text: str, through: int) -> ServerSentEvent:
    """The whole text so far; the client replaces what it shows and resumes behind `through`."""
    return _event("snapshot", through, {"text": text})


def error_event(code: str) -> ServerSentEvent:
    """The stream cannot go on. It has no id, so the client resumes behind its last fragment."""
    return _event("error", None, {"code": code})


def ping_event() -> ServerSentEvent:
    """A comment that keeps proxies from closing a quiet stream."""
    return ServerSentEvent(comment="ping", sep="\n")


def _event(kind: str, seq: int | None, data: dict[str, str | int]) -> ServerSentEvent:
    # ASCII only: some clients take U+2028 for the end of a line.
    line = json.dumps(data, separators=(",", ":"))
    return ServerSentEvent(line, event=kind, id=None if seq is None else str(seq), sep="\n")
