"""Which mode, from --mode and the environment; a URL is never shown."""

import pytest

from grader.mode import choose_services
from grader.record import Usage
from labs.runtime.system import Services

REDIS, POSTGRES = "redis://:secret@127.0.0.1:6379/0", "postgresql://me:secret@127.0.0.1/db"
SET = {"REDIS_URL": REDIS, "DATABASE_URL": POSTGRES}
REAL = Services(REDIS, POSTGRES)


@pytest.mark.parametrize(
    ("mode", "environment", "chosen"),
    [
        ("auto", {}, None),
        ("auto", SET, REAL),
        ("auto", {**SET, "MOCK": "1"}, None),
        ("auto", {**SET, "MOCK": "0"}, REAL),
        ("auto", {"REDIS_URL": "", "DATABASE_URL": ""}, None),
        ("auto", {"REDIS_URL": REDIS, "MOCK": "1"}, None),
        ("mock", SET, None),
        ("mock", {"REDIS_URL": "nonsense"}, None),
        ("real", {**SET, "MOCK": "1"}, REAL),
    ],
)
def test_modes(mode: str, environment: dict[str, str], chosen: Services | None) -> None:
    assert choose_services(mode, environment) == chosen


@pytest.mark.parametrize(
    ("mode", "environment", "message"),
    [
        ("auto", {"REDIS_URL": REDIS}, "REDIS_URL is set but DATABASE_URL is not"),
        ("auto", {"DATABASE_URL": POSTGRES}, "DATABASE_URL is set but REDIS_URL is not"),
        ("real", {}, "needs REDIS_URL and DATABASE_URL"),
        ("real", {"REDIS_URL": REDIS, "MOCK": "1"}, "needs DATABASE_URL to be set"),
        ("auto", {**SET, "REDIS_URL": "http://:secret@x"}, "REDIS_URL must begin with redis://"),
        ("auto", {**SET, "REDIS_URL": "secret"}, "REDIS_URL must begin with redis://"),
        ("auto", {**SET, "REDIS_URL": "redis:secret"}, "REDIS_URL must begin with redis://"),
        ("auto", {**SET, "REDIS_URL": "redis://:secret@/0"}, "REDIS_URL names no host"),
        ("auto", {**SET, "REDIS_URL": "redis://:secret@h:99999"}, "REDIS_URL is not a URL"),
        ("auto", {**SET, "REDIS_URL": "redis://:secret@[h"}, "REDIS_URL is not a URL"),
        ("auto", {**SET, "DATABASE_URL": "postgresql:///secret"}, "DATABASE_URL names no host"),
        ("auto", {**SET, "DATABASE_URL": "host=x password=secret"}, "DATABASE_URL must begin"),
    ],
)
def test_what_cannot_be_chosen(mode: str, environment: dict[str, str], message: str) -> None:
    with pytest.raises(Usage, match=message) as caught:
        choose_services(mode, environment)
    assert "secret" not in str(caught.value)
