"""The third lab's system as a process of its own, any number of them.

    python -m labs.streaming_protocol serve --port 8000
    python -m labs.streaming_protocol token ada owner

Each answers clients and generates what it has accepted; what a dead one has left the others take
over. `serve` needs REDIS_URL and DATABASE_URL, both need KODA_SECRET: the same for all, for tokens
are signed with it. The parts are those of the course's solutions.
"""

import argparse
import asyncio
import os
import secrets
import sys
from datetime import timedelta

from labs.performing import InKernel
from labs.runtime.adapters.clocks import SystemClock
from labs.runtime.ports import Unavailable
from labs.runtime.process import services_here, until_stopped
from labs.runtime.system import Services
from labs.streaming_protocol.contract import CalledParts
from labs.streaming_protocol.desk import Habits
from labs.streaming_protocol.plays.stage import reference
from labs.streaming_protocol.system import protocol_desk, protocol_process
from labs.streaming_protocol.tokens import OPERATOR, OWNER, Tokens

_NEEDS = """\
needs, the same for all:
  KODA_SECRET=...  any long text that nobody else knows
"""
_SERVICES = """\
  REDIS_URL=redis://127.0.0.1:6379
  DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres
"""
_EXAMPLE = """
example:
  python -m labs.streaming_protocol serve --port 8000
  TOKEN=$(python -m labs.streaming_protocol token ada owner)
  curl -H "Authorization: Bearer $TOKEN" -d '{"text": "Mail Ada."}' \\
    http://127.0.0.1:8000/responses
"""


def main() -> int:
    """Serve until told to stop, or print a token; the exit status."""
    options = _parser().parse_args()
    secret = os.environ.get("KODA_SECRET", "").encode()
    if not secret:
        print("KODA_SECRET is not set: any long text that nobody else knows", file=sys.stderr)
        return 2
    if options.role == "token":
        print(Tokens(secret, SystemClock()).sign(options.name, options.may))
        return 0
    services = services_here()
    if services is None:
        return 2
    try:
        asyncio.run(until_stopped(_serve(options, services, secret)))
    except (Unavailable, ValueError) as error:
        # Only from setting up: once it runs, such trouble does not end it.
        print(f"serve: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m labs.streaming_protocol",
        description="The third lab's system, on real Redis and Postgres.",
        epilog=_NEEDS + _SERVICES + _EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    roles = parser.add_subparsers(dest="role", required=True, metavar="COMMAND")
    serve = roles.add_parser(
        "serve",
        help="answers clients, and generates",
        epilog=_NEEDS + _SERVICES + _EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=int, default=8000, help="0: any free one")
    serve.add_argument("--pace", type=float, default=100, help="milliseconds a word (100)")
    serve.add_argument("--lease", type=float, default=15, help="seconds a claim lasts (15)")
    token = roles.add_parser(
        "token",
        help="prints a token for 12 hours",
        epilog=_NEEDS + _EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    token.add_argument("name", help="whose")
    token.add_argument("may", choices=[OWNER, OPERATOR], help="and in which role")
    return parser


async def _serve(options: argparse.Namespace, services: Services, secret: bytes) -> None:
    habits = Habits(lease=timedelta(seconds=options.lease))
    pace = timedelta(milliseconds=options.pace)
    parts = CalledParts(InKernel(reference()))
    async with protocol_desk(services, parts, secret, habits, pace) as desk:
        name = f"worker-{secrets.token_hex(4)}"
        await protocol_process(desk, name, host=options.host, port=options.port)


if __name__ == "__main__":
    sys.exit(main())
