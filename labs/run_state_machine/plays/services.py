"""The round trip on real Redis and Postgres, beside the one in this process.

Knows two environment variables. Without them it says in words how to get there, so that the
notebook runs everywhere.
"""

import os
from dataclasses import dataclass

from labs.run_state_machine.plays.files import Files
from labs.run_state_machine.plays.round_trip import RoundTrip, whole_trip
from labs.runtime.ports import Unavailable
from labs.runtime.system import Services

HOW = """\
This kernel knows no Redis and no Postgres, so all of it ran in one process
(MOCK). With Docker, in the course's folder:

    docker compose up --wait
    export REDIS_URL=redis://127.0.0.1:6379
    export DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres

Start JupyterLab from that terminal, with MOCK unset, and run this cell
again."""


@dataclass(frozen=True)
class Twins:
    """The round trip in this process and, if there is one, on real services."""

    mock: RoundTrip
    real: RoundTrip | None
    away: str = ""

    def __repr__(self) -> str:
        if self.away:
            return f"{self.away[:1].upper()}{self.away[1:]}: is it running?"
        if self.real is None:
            return HOW
        if repr(self.mock) == repr(self.real):
            return "MOCK, and real Redis and Postgres: the same to the last number."
        return f"in one process\n{self.mock!r}\n\non Redis and Postgres\n{self.real!r}"


async def on_real_services(files: Files) -> Twins:
    """The round trip twice, if this kernel knows a Redis and a Postgres."""
    mock = await whole_trip(files)
    services = known_services()
    if services is None:
        return Twins(mock, None)
    try:
        return Twins(mock, await whole_trip(files, services))
    except Unavailable as problem:
        return Twins(mock, None, away=str(problem))


def known_services() -> Services | None:
    """Where the environment says that both are; `None` if it says MOCK, or lacks one."""
    redis, database = os.environ.get("REDIS_URL"), os.environ.get("DATABASE_URL")
    if os.environ.get("MOCK") == "1" or not redis or not database:
        return None
    return Services(redis, database)
