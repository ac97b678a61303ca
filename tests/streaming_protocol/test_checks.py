"""The six checks: the reference passes, the starter fails, and both modes show the same."""

import asyncio
import sys

import pytest

from grader.callers import InProcess, Mixed
from labs.checking import Bench, Fail, Pass, Verdict
from labs.course import LABS, course_folder
from labs.runtime.system import Services, open_site
from labs.streaming_protocol.checks import CHECKS
from labs.streaming_protocol.contract import EXERCISES
from tests.services import postgres_url, redis_url

SEED = 6
GUARD_SECONDS = 60


async def verdicts(which: str, *, real: bool = False) -> list[Verdict]:
    services = Services(redis_url(), postgres_url()) if real else None
    reference = InProcess(course_folder("solutions") / "streaming_protocol", EXERCISES)
    tried = InProcess(course_folder(which) / "streaming_protocol", EXERCISES)
    async with asyncio.timeout(GUARD_SECONDS), open_site(services) as site:
        return [
            await check.run(Bench(Mixed(tried, reference, check.exercises), SEED, site))
            for check in CHECKS
        ]


async def test_the_reference_passes() -> None:
    assert [type(verdict) for verdict in await verdicts("solutions")] == [Pass] * 6


async def test_the_starter_fails_for_six_different_reasons() -> None:
    failed = [verdict for verdict in await verdicts("starter") if isinstance(verdict, Fail)]
    assert len({fail.message for fail in failed}) == 6
    assert not any(fail.message.startswith("In the running system nothing") for fail in failed)


@pytest.mark.parametrize("which", ["solutions", "starter"])
async def test_both_modes_show_the_same(which: str) -> None:
    assert await verdicts(which) == await verdicts(which, real=True)


async def test_a_check_loads_nothing_that_only_figures_and_logs_need() -> None:
    code = (
        "import sys; import labs.streaming_protocol.checks, labs.streaming_protocol.system;"
        "sys.exit(any(m in sys.modules for m in ('structlog', 'prometheus_client', 'psycopg')))"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=LABS.parent)
    assert await process.wait() == 0
