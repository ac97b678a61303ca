"""Day 9, the approvals: a payload that changes, a click too late, a browser that was closed."""

from collections.abc import Sequence
from typing import cast

from labs.naming import Named
from labs.protocol import Json
from labs.shown import Shown, named
from labs.streaming_protocol.plays.cancel import listed
from labs.streaming_protocol.plays.stage import on_stage
from labs.streaming_protocol.scenarios.approvals import (
    AMOUNT,
    RECIPIENT,
    Approvals,
    Changed,
    permissions,
)
from labs.widgets.wording import table

_NAMES = ("payload_hash", "may_execute")
_GRANTED = {
    AMOUNT: "refund(account=A-7, amount=20)",
    RECIPIENT: "mail(to=ada@example.org, subject=Your parcel)",
}


async def changed_after_the_click(*mine: object) -> Shown:
    """You approve one thing, and the agent then wants another; first the amount, then who it is."""
    seen = await _permissions(mine)
    changes = {AMOUNT: seen.amount, RECIPIENT: seen.recipient}
    return named([row for text, change in changes.items() for row in _change(text, change)])


async def around_the_deadline(*mine: object) -> Shown:
    """A permission for ten minutes, and when it is used."""
    seen = await _permissions(mine)
    rows = [
        ("the mail is to go out", "what is done"),
        ("a microsecond before", listed(seen.in_time)),
        ("at the very moment", listed(seen.expired)),
    ]
    return Shown(tuple(table(rows).splitlines()))


async def closed_browser(*mine: object) -> Shown:
    """A card waits; the browser is closed, the server starts anew, somebody comes back."""
    seen = await _permissions(mine)
    before, after = seen.came_back
    rows = [
        ("the card", _card(before)),
        ("", "[Approve]  [Deny]"),
        ("then", "the browser is closed, the server crashes and starts anew"),
        ("done meanwhile", listed(seen.done_meanwhile)),
        ("you come back", "the very same card" if before == after else _card(after)),
        ("another time", "Stop while the card waits, and then a click on Approve"),
        ("the answer", f"HTTP status {seen.late_click}"),
        ("done", listed(seen.after_cancel)),
    ]
    return named(rows)


async def _permissions(mine: Sequence[object]) -> Approvals:
    """The scenario, with the first of these as the hash and the second as the rule."""
    parts = [Named(name, one) for name, one in zip(_NAMES, mine, strict=False)]
    async with on_stage(*parts) as bench:
        return await permissions(bench)


def _change(text: str, change: Changed) -> list[tuple[str, str]]:
    anew = change.asked_anew
    rows = [
        ("you", text),
        ("you approve", _GRANTED[text]),
        ("done on that", listed(change.done_before)),
        ("asked anew", "no" if anew is None else _arguments(cast(dict[str, Json], anew))),
    ]
    if anew is not None:
        rows.append(("you approve", listed(change.done_after)))
    return [*rows, ("", "")] if text == AMOUNT else rows


def _card(approval: object) -> str:
    if not isinstance(approval, dict):
        return "none"
    until = str(approval["expires_at"])[11:16]
    return f"{approval['tool']}({_arguments(approval['arguments'])}), good until {until}"


def _arguments(arguments: dict[str, Json]) -> str:
    return ", ".join(f"{name}={value}" for name, value in arguments.items())
