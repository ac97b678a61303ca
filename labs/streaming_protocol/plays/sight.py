"""Day 10, sight: who may see what of a response, by the routes and in the log."""

import io
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from labs.shown import WIDTH, Shown, named
from labs.streaming_protocol.client import Body, Client
from labs.streaming_protocol.contract import CalledParts
from labs.streaming_protocol.logbook import Logbook
from labs.streaming_protocol.plays.stage import on_stage
from labs.streaming_protocol.scenarios.playing import approval_of, ended
from labs.streaming_protocol.system import System, open_protocol
from labs.widgets.wording import table

TEXT = "Search, then mail Ada. By the way, I am ill."
_CONTENT = ("I am ill", "parcel", "ada@example.org", "I have read", "receipt")
"""Of what was asked, searched for, mailed, said and answered."""

_IN_THE_LOG = ("accepted", "asked", "ended")


async def who_sees_what() -> Shown:
    """The same routes with three tokens: the owner's, an operator's, another user's."""
    async with _sick_leave(io.StringIO()) as (system, response_id):
        clients = system.client, system.operator, system.stranger
        one = f"/responses/{response_id}"
        rows = [
            ("", "the owner", "an operator", "a stranger"),
            ("GET the response", *[await _got(client, one) for client in clients]),
            ("GET its events", *[await _got(client, f"{one}/events") for client in clients]),
            ("POST a Stop", *[await _posted(client, f"{one}/cancel") for client in clients]),
            ("GET /metrics", *[await _got(client, "/metrics") for client in clients]),
        ]
    return Shown(tuple(table(rows).splitlines()))


async def operators_view() -> Shown:
    """All that an operator gets who asks how a response stands."""
    async with _sick_leave(io.StringIO()) as (system, response_id):
        body = await system.operator.get(response_id)
    tools = cast(list[Body], body.pop("tools"))
    rows = [(name, str(said)) for name, said in body.items()]
    told = [f"{tool['name']}: {tool['phase']}; {tool['semantics']}" for tool in tools]
    return named([*rows, *(("a tool", said) for said in told)])


async def the_log(*, content: bool = False) -> Shown:
    """Some lines of the log of that response; `content`: of a log that hides nothing."""
    out = io.StringIO()
    async with _sick_leave(out, content=content):
        pass
    lines = [line for line in out.getvalue().splitlines() if _is_told(line)]
    return Shown(tuple(part for line in lines for part in _wrapped(line)))


@asynccontextmanager
async def _sick_leave(
    out: io.StringIO, *, content: bool = False
) -> AsyncIterator[tuple[System, str]]:
    """A response with something private in it, which has ended."""
    async with (
        on_stage() as bench,
        open_protocol(
            bench.site,
            CalledParts(bench.caller),
            bench.seed,
            logbook=Logbook(out, content=content),
        ) as system,
    ):
        response_id = await system.client.create(TEXT)
        await system.client.decide(await approval_of(system, response_id))
        await ended(system, response_id)
        yield system, response_id


async def _got(client: Client, path: str) -> str:
    answer = await client.read(path)
    if not answer.is_success:
        return str(answer.status_code)
    found = any(word in answer.text for word in _CONTENT)
    return f"{answer.status_code}, {'with' if found else 'no'} content"


async def _posted(client: Client, path: str) -> str:
    return str((await client.post(path)).status_code)


def _is_told(line: str) -> bool:
    return any(f'"event": "{what}"' in line for what in _IN_THE_LOG)


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
