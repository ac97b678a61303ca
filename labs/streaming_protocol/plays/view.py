"""The view: what a person who talks with the agent has before the eyes, as plain data.

Knows what a page knows of its responses; nothing of connections, widgets or notebooks. Every
picture of a conversation is made from it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import cast

from labs.calls import Plain
from labs.protocol import Json
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.plays.seen import Seen, exact

_HASH = 16
"""So many digits of a fingerprint are shown: two of them are told apart at a glance."""

Rows = list[tuple[str, ...]]


@dataclass
class Card:
    """What waits for a click: the exact payload, and what the click sends back."""

    approval_id: str
    payload_hash: str
    asks: str
    payload: Rows
    runs_out: str


@dataclass
class View:
    """All that is shown.

    `lines`: who, what, and a remark. `tools`: call, operation, how it stands. `left`: what was kept
    and done, once it was stopped or has ended. `can`: the buttons that do something now. `told` are
    the latest of `told_count` announcements, for who listens instead of looking.
    """

    status: str = "Nothing has been asked yet."
    lines: Rows = field(default_factory=list)
    card: Card | None = None
    tools: Rows = field(default_factory=list)
    left: Rows = field(default_factory=list)
    can: list[str] = field(default_factory=lambda: ["send"])
    said: str = ""
    told: list[str] = field(default_factory=list)
    told_count: int = 0
    over: str = ""

    def plain(self) -> dict[str, Plain]:
        """The view as JSON has it."""
        plain = asdict(self)
        for rows in ("lines", "tools", "left"):
            plain[rows] = [*map(list, plain[rows])]
        if self.card is not None:
            plain["card"]["payload"] = [*map(list, self.card.payload)]
        return plain


def show(view: View, past: Sequence[Seen], now: datetime) -> None:
    """Bring the view up to date; the last response is the one at which the page is."""
    view.lines = [line for seen in past for line in _lines(seen)]
    if not past:
        return
    seen = past[-1]
    view.status = status(seen)
    view.card = _card(seen, now)
    view.tools = [*_tools(seen)]
    view.left = [*left(seen)] if seen.told or seen.over else []
    view.can = _can(seen)


def status(seen: Seen) -> str:
    """How the response stands, in words."""
    state = seen.screen.state
    if state.status in _ENDS:
        why = _REASONS.get(str(state.incomplete_reason), str(state.incomplete_reason))
        return _ENDS[state.status].format(why=why)
    if seen.over:
        server = seen.body["status"]
        return f"The server says {server}, and the fold has come to {state.status}."
    if state.gap:
        return f"Something is missing behind number {state.last_seq}: asking again."
    if seen.away:
        return "The connection is gone: asking again."
    return _stopping(seen) if seen.stopping else _going(seen)


def left(seen: Seen) -> Iterator[tuple[str, str]]:
    """What was kept of it, and what was done."""
    if seen.over:
        yield "Kept", _kept(seen)
    groups = {"done": "Done", "stopped": "Stopped", "still_running": "Goes on"}
    for group, said in groups.items():
        if calls := seen.calls(group):
            yield said, calls
    if not seen.notice("done"):
        yield "Done", "nothing"


_ENDS = {"completed": "Finished.", "cancelled": "Stopped.", "failed": "Broken off: {why}."}
_REASONS = {
    "model_broke_off": "the model fell silent in the middle",
    "invalid_output": "what came was not the data that was promised",
}


def _going(seen: Seen) -> str:
    state = seen.screen.state
    if state.approval is not None:
        return f"Waits for your permission: {state.approval['tool']}."
    if working := seen.at_work():
        return f"At work: {', '.join(map(seen.call, working))}."
    return "The agent writes." if state.draft else "Accepted. No word has come yet."


def _stopping(seen: Seen) -> str:
    if not seen.told:
        return "Stopping: your Stop is on its way."
    if seen.body["status"] in ("pending", "streaming"):
        return f"You said stop; the server still says {seen.body['status']}."
    deaf = [seen.call(o) for o in seen.at_work() if o not in seen.notice("stopped")]
    goes_on = f" Cannot be stopped any more, and goes on: {', '.join(deaf)}." if deaf else ""
    return f"Stopping.{goes_on}"


def _lines(seen: Seen) -> Iterator[tuple[str, ...]]:
    if seen.how != "continued":
        yield "you", seen.text, seen.how if seen.how != "asked" else ""
    marks: list[str] = [seen.how if seen.how == "continued" else ""]
    state = seen.screen.state
    if state.status in ("cancelled", "failed"):
        marks.append("an incomplete draft")
    elif state.final is not None and state.final != state.draft:
        marks.append("put right at the end")
    if seen.hidden:
        marks.append(f"{_words(seen.hidden)} that came after your Stop not shown")
    if seen.screen.text or seen.over:
        yield "agent", seen.screen.text, ", ".join(filter(None, marks))


def _card(seen: Seen, now: datetime) -> Card | None:
    asked = seen.screen.state.approval
    if asked is None or seen.over or seen.stopping:
        return None
    arguments = cast(Body, asked["arguments"])
    return Card(
        str(asked["approval_id"]),
        str(asked["payload_hash"]),
        f"May I use {asked['tool']}, exactly so?",
        [
            *((name, exact(value)) for name, value in arguments.items()),
            ("operation", str(asked["operation_id"])),
            ("fingerprint", f"{str(asked['payload_hash'])[:_HASH]}..."),
        ],
        _runs_out(datetime.fromisoformat(str(asked["expires_at"])) - now),
    )


def _runs_out(remaining: timedelta) -> str:
    seconds = int(remaining.total_seconds())
    if seconds > 60:
        return f"Runs out in {-(-seconds // 60)} minutes."
    return f"Runs out in {seconds} seconds." if seconds > 0 else "Has run out."


def _tools(seen: Seen) -> Iterator[tuple[str, ...]]:
    for operation, said in seen.screen.state.tools.items():
        yield seen.call(operation), operation, _tool_word(seen, operation, said)


def _tool_word(seen: Seen, operation: str, said: Json) -> str:
    if said == "running" and seen.told:
        return "is being stopped" if operation in seen.notice("stopped") else "goes on"
    return {"running": "at work", "completed": "done", "cancelled": "stopped"}.get(
        str(said), str(said)
    )


def _kept(seen: Seen) -> str:
    record = cast(Body | None, seen.body["record"])
    if record is None:
        return "nothing: no record was written"
    size = _words(len(str(record["text"]).split()))
    if record["kind"] == "final":
        return f"the answer, {size}, as final"
    return f"a draft, {size}, marked incomplete: {record['incomplete_reason']}"


def _words(count: int) -> str:
    return f"{count} word" if count == 1 else f"{count} words"


def _can(seen: Seen) -> list[str]:
    if not seen.over:
        return ["stop", *([] if seen.screen.state.approval is None else ["approve", "deny"])]
    broken = seen.body["status"] in ("cancelled", "failed")
    return ["send", "retry", *(["continue"] if broken else [])]
