"""Where the real services are, for tests that need one.

A service that does not answer skips its tests on a laptop and fails them in CI: what is not run
there must not look as if it had passed.
"""

import functools
import os
import socket
from typing import NoReturn
from urllib.parse import urlsplit

import pytest

POSTGRES = "postgresql://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/0"


def postgres_url() -> str:
    """The address of a Postgres that answers."""
    return _answering("DATABASE_URL", POSTGRES, port=5432, start="docker compose up -d postgres")


def redis_url() -> str:
    """The address of a Redis that answers."""
    return _answering("REDIS_URL", REDIS, port=6379, start="docker compose up -d redis")


def _answering(variable: str, default: str, *, port: int, start: str) -> str:
    url = os.environ.get(variable) or default
    parts = urlsplit(url)
    host, port = parts.hostname or "localhost", parts.port or port
    if not _listens(host, port):
        give_up(f"nothing listens at {host}:{port}: run `{start}` or set {variable}")
    return url


@functools.cache
def _listens(host: str, port: int) -> bool:
    """Asked once a session: a test run does not wait for the same silence twice."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def give_up(reason: str) -> NoReturn:
    """Skip, or fail in CI, for that reason."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
