"""Runs the benchmarks and prints one table each.

Tables go to standard output, progress to standard error. Figures depend on the machine and on
what else it does; the ratios beside them say more.
"""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Mapping

from benchmarks import (
    check,
    classroom,
    first,
    isolation,
    lanes,
    orderer,
    replay,
    throughput,
    waiters,
)
from benchmarks.setting import Setting, find_setting
from benchmarks.table import Table

BENCHMARKS: Mapping[str, Callable[[Setting], Table]] = {
    "check": check.measure,
    "isolation": isolation.measure,
    "classroom": classroom.measure,
    "throughput": throughput.measure,
    "first": first.measure,
    "waiters": waiters.measure,
    "replay": replay.measure,
    "orderer": orderer.measure,
    "lanes": lanes.measure,
}

_EPILOG = f"""\
example:
  python -m benchmarks throughput replay

names: {", ".join(BENCHMARKS)}
REDIS_URL and DATABASE_URL say where the services are; without them, 127.0.0.1.
"""


def main() -> int:
    """Run what was asked for; the exit status."""
    names: list[str] = _parser().parse_args().names or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark is called {unknown[0]}; see --help", file=sys.stderr)
        return 2
    # Told to stop, a benchmark still drops what it made.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _run(names)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0


def _run(names: list[str]) -> None:
    setting = find_setting()
    for name in names:
        began = time.monotonic()
        table = BENCHMARKS[name](setting)
        setting.say(f"{name}: {time.monotonic() - began:.0f} s")
        print(f"{name}: {table}\n", flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure the lab, each figure beside something bare.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all, some minutes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
