"""Day 9, all three files: a refund that runs when the user says stop and the server crashes."""

from collections.abc import Mapping, Sequence

from labs.naming import Named
from labs.protocol import Json
from labs.shown import Shown
from labs.streaming_protocol.outside import REFUND, REVERSAL
from labs.streaming_protocol.plays.cancel import REFUND_ME, listed, tools_of
from labs.streaming_protocol.plays.stage import a_system
from labs.streaming_protocol.scenarios.playing import approval_of, deeds, ended, point_or_end
from labs.streaming_protocol.view import state_of
from labs.widgets.wording import table

_CUTS = {
    "refund:begun": "begun, not paid",
    "refund:done": "paid, not noted",
    "refund:finished": "noted",
    "refund_reversal:done": "paid back, not noted",
    "refund_reversal:finished": "that noted, too",
}
_AMOUNT = 20
_NAMES = ("cancel", "OperationLedger", "payload_hash", "may_execute")


async def refund_stop_crash(*mine: object) -> Shown:
    """You approve a refund and say stop while it runs; the server crashes, earlier or later.

    What is handed in is a cancel, a ledger, a hash and a rule for approvals, in this order.
    """
    rows = [("the crash comes", "told", "the screen, at last", "done, truly", "balance")]
    for point, moment in _CUTS.items():
        rows.append((moment, *await _crashed(point, mine)))
    return Shown(tuple(table(rows).splitlines()))


async def _crashed(point: str, mine: Sequence[object]) -> tuple[str, str, str, str]:
    parts = [Named(name, one) for name, one in zip(_NAMES, mine, strict=False)]
    async with a_system(*parts) as system:
        begun, cut = system.gates("refund:begun"), system.gates(point)
        begun.allow(0)
        cut.allow(0)
        response_id = await system.client.create(REFUND_ME)
        await system.client.decide(await approval_of(system, response_id))
        await point_or_end(system, response_id, "refund:begun")
        told = await system.client.stop(response_id)
        if cut is not begun:
            begun.open()
        await point_or_end(system, response_id, point)
        await system.endpoint.service.close()
        begun.open()
        cut.open()
        await system.crash()
        await ended(system, response_id)
        stored = await system.desk.journal.load(response_id)
        assert stored is not None  # it was created
        state = await state_of(system.desk, stored)
        done = tools_of(deeds(system, response_id))
        paid = _AMOUNT * (done.count(REFUND) - done.count(REVERSAL))
        goes_on = "goes on" if told["still_running"] else "stopped"
        return goes_on, _standing(state.tools), _counted(done), str(paid)


def _standing(tools: Mapping[str, Json]) -> str:
    """How the refund stands for the client, and its way back."""
    return listed([str(said) for said in tools.values()])


def _counted(done: Sequence[str]) -> str:
    return f"{done.count(REFUND)} x paid, {done.count(REVERSAL)} x back"
