"""The gateway and the worker as processes of their own, any number of each.

    python -m labs.runtime gateway --port 8000
    python -m labs.runtime worker --pace 100

Both need REDIS_URL and DATABASE_URL. The parts come from the course's solutions, or from the
folder that --parts names.
"""

import argparse
import asyncio
import secrets
import sys
from datetime import timedelta
from pathlib import Path

from labs.course import course_folder
from labs.runtime.adapters.clocks import SystemClock
from labs.runtime.batching import ALONE, Batching
from labs.runtime.model import PacedModel, ScriptedModel
from labs.runtime.parts import find_parts
from labs.runtime.ports import Unavailable
from labs.runtime.process import services_here, until_stopped
from labs.runtime.system import Services, gateway_process, worker_process
from labs.runtime.trace import Record
from labs.runtime.worker import Habits

_CHATTER = frozenset({"received", "sent", "listens", "lacks"})


def main() -> int:
    """Run one gateway or one worker until it is told to stop; the exit status."""
    options = _parser().parse_args()
    services = services_here()
    if services is None:
        return 2
    job = _gateway(options, services) if options.role == "gateway" else _worker(options, services)
    try:
        asyncio.run(until_stopped(job))
    except (Unavailable, ValueError, FileNotFoundError) as error:
        # Only from setting up: once a gateway or worker runs, such trouble does not end it.
        print(f"{options.role}: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m labs.runtime",
        description="One gateway or one worker of the lab's system, on real Redis and Postgres.",
        epilog="example: python -m labs.runtime worker --pace 100",
    )
    roles = parser.add_subparsers(dest="role", required=True)
    gateway = roles.add_parser("gateway", help="HTTP in, Server-Sent Events out")
    gateway.add_argument("--host", default="127.0.0.1")
    gateway.add_argument("--port", type=int, default=8000, help="0: any free one")
    worker = roles.add_parser("worker", help="generates the answers")
    worker.add_argument("--pace", type=float, default=100, help="milliseconds a word (100)")
    worker.add_argument("--seed", type=int, default=0, help="of the scripted model")
    worker.add_argument("--lease", type=float, default=15, help="seconds a claim lasts (15)")
    worker.add_argument("--batch", action="store_true", help="write 32 fragments or 200 ms at once")
    for role in (gateway, worker):
        role.add_argument(
            "--parts", type=Path, help="the folder of the four files (the course's solutions)"
        )
    return parser


def _parts_folder(options: argparse.Namespace) -> Path:
    chosen: Path | None = options.parts
    return chosen or find_parts(course_folder("solutions"))


async def _gateway(options: argparse.Namespace, services: Services) -> None:
    parts = _parts_folder(options)
    await gateway_process(services, parts, _print, host=options.host, port=options.port)


async def _worker(options: argparse.Namespace, services: Services) -> None:
    habits = Habits(
        lease=timedelta(seconds=options.lease),
        batching=Batching() if options.batch else ALONE,
    )
    pace = timedelta(milliseconds=options.pace)
    model = PacedModel(ScriptedModel(options.seed), SystemClock(), pace)
    name = f"worker-{secrets.token_hex(4)}"
    parts = _parts_folder(options)
    await worker_process(services, parts, _print, name=name, habits=habits, model=model)


def _print(record: Record) -> None:
    if record.what not in _CHATTER:
        print(record, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
