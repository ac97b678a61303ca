"""The setting: which services there are, and where progress is told."""

import asyncio
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from labs.runtime.adapters.services import probe
from labs.runtime.ports import Unavailable
from labs.runtime.system import Services

ROOT = Path(__file__).parent.parent
"""The course's folder: what benchmarks start as processes runs there."""

_REDIS = "redis://127.0.0.1:6379"
_DATABASE = "postgresql://postgres@127.0.0.1:5432/postgres"


@dataclass(frozen=True)
class Setting:
    """What a benchmark is given. Without `services`, `missing` says why."""

    services: Services | None
    missing: str

    def say(self, progress: str) -> None:
        """Tell whoever watches what is being done."""
        print(f"  {progress}", file=sys.stderr, flush=True)

    def places(self) -> "list[tuple[str, Services | None, str]]":
        """Mock and real: the name, the services, and why it cannot be had (empty: it can)."""
        return [("mock", None, ""), ("real", self.services, self.missing)]


def service_urls() -> Services:
    """Where the services should be: as the environment says, or on this machine."""
    redis_url = os.environ.get("REDIS_URL") or _REDIS
    return Services(redis_url, os.environ.get("DATABASE_URL") or _DATABASE)


def find_setting() -> Setting:
    """Ask both services whether they answer."""
    services = service_urls()
    try:
        asyncio.run(probe(services.redis_url, services.database_url))
    except Unavailable as gone:
        return Setting(None, f"no figure: {gone}")
    return Setting(services, "")
