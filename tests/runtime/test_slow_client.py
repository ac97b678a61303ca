"""A client that stops reading: only its own stream stands still, and not much is kept for it."""

import pytest

from labs.runtime import gateway as gateway_module
from labs.runtime.batching import Batching
from labs.runtime.worker import Habits
from tests.runtime.models import GatedModel
from tests.runtime.raw import deaf_socket
from tests.runtime.rig import FOREVER, Rig
from tests.runtime.watching import assert_whole

LONG = "x" * 30_000
COUNT = 1_000
"""30 MB: far more than the buffers of a connection take."""


async def deaf_and_watching(rig: Rig) -> tuple[int, str]:
    """What the gateway took for the deaf client while another one read all; the deaf one's name."""
    model = GatedModel([LONG] * COUNT)
    rig.start(model, Habits(lease=FOREVER, batching=Batching()))
    sent = await rig.client.send("s", "hi")
    with deaf_socket(rig.client.url, f"/runs/{sent.run_id}/events"):
        deaf = (await rig.recorded("attached", sent.run_id)).detail
        watching = rig.watch(sent.run_id)
        await rig.recorded("attached", sent.run_id, count=2)
        model.gate.open()
        assert_whole(await watching.rest(), LONG * COUNT)
        received = [r for r in rig.trace.of("gateway", "received") if r.detail == deaf]
        assert rig.gateway.waiters >= 1
    await rig.trace.until(lambda r: (r.what, r.detail) == ("left", deaf))
    return len(received), deaf


async def test_others_get_everything_and_little_is_kept_for_it(rig: Rig) -> None:
    taken, _ = await deaf_and_watching(rig)
    assert taken < COUNT // 2
    assert rig.gateway.waiters == 0


async def test_it_is_let_go_in_the_end(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_module, "SEND_SECONDS", 0.05)
    model = GatedModel([LONG] * COUNT)
    rig.start(model, Habits(lease=FOREVER, batching=Batching()))
    sent = await rig.client.send("s", "hi")
    with deaf_socket(rig.client.url, f"/runs/{sent.run_id}/events"):
        await rig.recorded("attached", sent.run_id)
        model.gate.open()
        await rig.recorded("left", sent.run_id)
        assert rig.gateway.waiters == 0
    await rig.ended(sent.run_id)
