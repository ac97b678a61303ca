"""Approvals that no longer fit: changed, late, used up, and one that waits for a closed browser."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import cast

from labs.calls import Plain
from labs.checking import Bench
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.desk import USUAL
from labs.streaming_protocol.scenarios.playing import (
    approval_of,
    deeds,
    over,
    playing,
    point,
)
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System

AMOUNT = "In short: refund me, actually all of it."
RECIPIENT = "In short: mail Ada, actually somebody else."
_BETWEEN = timedelta(microseconds=1)


@dataclass(frozen=True)
class Changed:
    """A payload that changed after the click: what was done, what was asked anew, what then."""

    done_before: Sequence[str]
    asked_anew: Plain
    done_after: Sequence[str]


@dataclass(frozen=True)
class Approvals:
    """What became of the permissions. `came_back`: the card before and after the closed browser."""

    amount: Changed
    recipient: Changed
    in_time: Sequence[str]
    expired: Sequence[str]
    came_back: tuple[Plain, Plain]
    done_meanwhile: Sequence[str]
    after_cancel: Sequence[str]
    late_click: int


async def permissions(bench: Bench) -> Approvals:
    """A changed amount and recipient, an expired click, a closed browser, a Stop while waiting."""
    async with playing(bench) as system:
        before, after, meanwhile = await _came_back(system)
        cancelled, late_click = await _cancelled(system)
        return Approvals(
            await _changed(system, AMOUNT),
            await _changed(system, RECIPIENT),
            await _clicked(system, USUAL.approval - _BETWEEN),
            await _clicked(system, USUAL.approval),
            (before, after),
            meanwhile,
            cancelled,
            late_click,
        )


async def _changed(system: System, text: str) -> Changed:
    """The user grants one thing, and the agent then wants another one."""
    response_id = await system.client.create(text)
    await system.client.decide(await approval_of(system, response_id))
    await system.trace.until(
        lambda r: r.run_id == response_id and r.what in ("asked", "ended", "refused"), 2
    )
    done_before = deeds(system, response_id)
    asked = [r for r in system.trace.of("permits", "asked") if r.run_id == response_id]
    anew: Plain = None
    if len(asked) > 1:
        approval = await approval_of(system, response_id, 2)
        anew = approval["arguments"]
        await system.client.decide(approval)
    await over(system, response_id)
    return Changed(done_before, anew, deeds(system, response_id))


async def _clicked(system: System, age: timedelta) -> Sequence[str]:
    """A click in time; the mail is sent off when the approval is so old."""
    gate = system.gates("mail:granted")
    gate.allow(0)
    response_id = await system.client.create("In short: mail Ada, please.")
    await system.client.decide(await approval_of(system, response_id))
    await point(system, response_id, "mail:granted")
    system.clock.advance(age)
    gate.open()
    await over(system, response_id)
    return deeds(system, response_id)


async def _came_back(system: System) -> tuple[Plain, Plain, Sequence[str]]:
    """The browser is closed while an approval waits, the server starts anew, the user returns."""
    response_id = await system.client.create("In short: refund me, please.")
    screen = Screen(system.desk.parts, response_id)
    async with system.client.watch(response_id) as connection:
        await screen.take(await connection.until("approval.required"))
    before = screen.state.approval
    await system.crash()
    body = await system.client.get(response_id)
    after = cast(Body | None, cast(Body, body["state"])["approval"])
    meanwhile = deeds(system, response_id)
    if after is not None:
        await system.client.decide(after, granted=False)
    await over(system, response_id)
    return before, after, meanwhile


async def _cancelled(system: System) -> tuple[Sequence[str], int]:
    """Stop while the approval waits, and then a click on Approve; its HTTP status."""
    response_id = await system.client.create("In short: refund me, please.")
    approval = await approval_of(system, response_id)
    await system.client.stop(response_id)
    await over(system, response_id)
    status = await system.client.decide(approval)
    return deeds(system, response_id), status
