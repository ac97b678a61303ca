"""Leaving: five hundred waiters vanish, and nothing of theirs stays; the run goes on."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from labs.runtime.batching import Batching
from labs.runtime.worker import Habits
from tests.runtime.models import GatedModel
from tests.runtime.raw import Line, asked
from tests.runtime.rig import FOREVER, Rig
from tests.runtime.watching import assert_whole

COUNT = 500
TEXTS = [f"{n} " for n in range(50)]


def connections(url: str) -> int:
    """How many connections that server has, those included that it has not closed yet."""
    port, at_work = urlsplit(url).port, ("01", "08")
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(int(line[1].split(":")[1], 16) == port and line[3] in at_work for line in lines)


def tasks() -> int:
    """How many tasks there are, without those that fakeredis lets run to the end of a block."""
    return sum("_async_blocking" not in repr(task.get_coro()) for task in asyncio.all_tasks())


async def busy_clients(rig: Rig) -> list[dict[str, str]]:
    """The machine's connections that Redis sees in the middle of a command."""
    if rig.backends.name == "mock":
        return []
    clients = await rig.backends.redis.client_list()
    ours = [c for c in clients if c["name"] == rig.backends.name]
    return [c for c in ours if c["cmd"].startswith("xread") and "b" in c["flags"]]


async def keys(rig: Rig) -> set[bytes]:
    pattern = f"{rig.backends.namespace}*"
    return {key async for key in rig.backends.redis.scan_iter(match=pattern, count=1000)}


async def crowd(rig: Rig, run_id: str, count: int, stack: AsyncExitStack) -> list[Line]:
    """That many clients, all of them attached; they come a few at a time."""
    lines, path = list[Line](), f"/runs/{run_id}/events"
    before = len(rig.trace.of("gateway", "attached"))
    while len(lines) < count:
        line = await stack.enter_async_context(asked(rig.client.url, path))
        await line.head()
        lines.append(line)
        if len(lines) % 25 == 0 or len(lines) == count:
            await rig.recorded("attached", run_id, before + len(lines))
    return lines


async def gone(rig: Rig, left: int) -> None:
    await rig.trace.until(lambda r: r.what == "left", count=left)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="counts connections in /proc")
async def test_five_hundred_vanish_and_nothing_stays(rig: Rig) -> None:
    model = GatedModel(TEXTS)
    rig.start(model, Habits(lease=FOREVER, batching=Batching()))
    sent = await rig.client.send("s", "hi")
    model.gate.allow(1)
    await rig.bus.until_published(sent.run_id, 0)
    async with AsyncExitStack() as stack:  # one comes and goes first: what it leaves is the floor
        (line,) = await crowd(rig, sent.run_id, 1, stack)
        line.drop()
        await gone(rig, 1)
    await quiet(rig)
    before, lines_before, names = tasks(), connections(rig.client.url), await keys(rig)
    clients = len(await busy_clients(rig))

    async with AsyncExitStack() as stack:
        lines = await crowd(rig, sent.run_id, COUNT, stack)
        assert rig.gateway.waiters == COUNT
        for line in lines:
            line.drop()
        await gone(rig, 1 + COUNT)
    await quiet(rig)

    assert rig.gateway.waiters == 0
    assert tasks() <= before
    assert await keys(rig) == names
    assert len(await busy_clients(rig)) <= clients
    assert rig.backends.in_use() <= 2  # the worker's wait for work, and this test's own look
    assert connections(rig.client.url) <= lines_before
    model.gate.open()
    assert_whole(await rig.watch(sent.run_id).rest(), "".join(TEXTS))


async def quiet(rig: Rig) -> None:
    """Let what ends end: some whole requests pass, through server, store and bus."""
    for _ in range(20):
        await rig.http.get(f"{rig.client.url}/healthz")


async def test_waiters_that_leave_while_fragments_pour_in(rig: Rig) -> None:
    model = GatedModel(TEXTS)
    rig.start(model)
    sent = await rig.client.send("s", "hi")
    watching = rig.watch(sent.run_id)
    async with AsyncExitStack() as stack:
        lines = await crowd(rig, sent.run_id, 50, stack)
        for line in lines:
            model.gate.allow(1)
            line.drop()
        model.gate.open()
        assert_whole(await watching.rest(), "".join(TEXTS))
        await gone(rig, 50)
    await quiet(rig)
    assert rig.gateway.waiters == 0
