"""Stop, in the midst of everything, clicked twice, and once more after the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from labs.checking import Bench
from labs.protocol import Json
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.scenarios.playing import (
    all_events,
    approval_of,
    deeds,
    ended,
    playing,
    point,
    point_or_end,
)
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System

TEXT = "Mail Ada, then search and export and search again."
_NAMES = ("mail", "search", "export", "second search")


@dataclass(frozen=True)
class Stopped:
    """What was told at the first Stop and at the second, and what was true. Tools by names."""

    told_status: str
    told_stopped: Sequence[str]
    told_running: Sequence[str]
    told_done: Sequence[str]
    second_status: int
    same_told: bool
    words_after: str
    in_the_end: dict[str, Json]
    status: str
    done: Sequence[str]
    exports: int
    same_after_end: bool
    completed_stays: bool


async def stopped(bench: Bench) -> Stopped:
    """Stop while a mail is out, a search and an export run, and another search waits."""
    async with playing(bench) as system:
        response_id = await system.client.create(TEXT)
        for tool in ("search", "export"):
            system.gates(tool).allow(0)
        await system.client.decide(await approval_of(system, response_id))
        await point(system, response_id, "search:begun")
        await point(system, response_id, "export:begun")
        screen = Screen(system.desk.parts, response_id)
        async with system.client.watch(response_id) as connection:
            await screen.take(await connection.until("tool.completed"))
            screen.stop()
            shown = screen.text
            told = await system.client.stop(response_id)
            second = await system.client.post(f"/responses/{response_id}/cancel")
            # One behind the other: what is done, and in which order, hangs on no race.
            system.gates("export").open()
            await point_or_end(system, response_id, "export:finished")
            system.gates("search").open()
            await screen.take(await connection.rest())
        body = await ended(system, response_id)
        await system.client.stop(response_id)
        return Stopped(
            str(told["status"]),
            _named(told, "stopped"),
            _named(told, "still_running"),
            _named(told, "done"),
            second.status_code,
            _groups(second.json()) == _groups(told) and second.json()["status"] == told["status"],
            screen.text.removeprefix(shown),
            {_name(i): said for i, said in screen.state.tools.items()},
            str(body["status"]),
            deeds(system, response_id),
            sum(deed.startswith("export") for deed in deeds(system, response_id)),
            await system.client.get(response_id) == body,
            await _completed_stays(system),
        )


async def _completed_stays(system: System) -> bool:
    """Whether a Stop behind the end leaves an answer and its events as they were."""
    response_id = await system.client.create("In short: what became of my parcel?")
    body = await ended(system, response_id)
    events = await all_events(system, response_id)
    await system.client.stop(response_id)
    same = await system.client.get(response_id) == body
    return same and await all_events(system, response_id) == events


def _groups(told: Body) -> list[Json]:
    return [told[group] for group in ("stopped", "still_running", "done")]


def _named(told: Body, group: str) -> list[str]:
    return [_name(str(operation_id)) for operation_id in cast(list[Json], told[group])]


def _name(operation_id: str) -> str:
    number = operation_id.rpartition("/")[2]
    return _NAMES[int(number)] if number.isdecimal() and int(number) < len(_NAMES) else number
