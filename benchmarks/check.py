"""check: what a student waits for: `grader check` as a whole process, beside bare imports.

Wall time is what passes, CPU what the process and those that it starts use, user and system.
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from benchmarks.setting import ROOT, Setting
from benchmarks.table import Row, Table, seconds, times
from labs.course import course_folder
from labs.runtime.parts import find_parts
from labs.runtime.system import Services

REPETITIONS = 3

_IMPORTS = {
    "mock": "import labs.runtime.system, fakeredis",
    "real": "import labs.runtime.system, redis.asyncio, psycopg, psycopg_pool",
}
_SUBMISSIONS = {"solutions": 0, "starter": 1}
"""Each with the status that its check must have."""


class Cost(NamedTuple):
    """What running a command took, in seconds: medians, and the shortest."""

    wall: float
    shortest: float
    processor: float


def measure(setting: Setting) -> Table:
    """Time the bare interpreter, then in each mode the imports and the checks."""
    lab = find_parts(course_folder("solutions")).name
    bare = _cost(["-c", "pass"], {})
    rows: list[Row] = [_row("python -c pass", bare, None)]
    for mode, services, missing in setting.places():
        if missing:
            rows.append([f"grader check, {mode}", missing])
            continue
        name = f"imports, {mode}"
        setting.say(f"check: {name}")
        imports = _cost(["-c", _IMPORTS[mode]], {})
        rows.append(_row(name, imports, bare))
        for submission, status in _SUBMISSIONS.items():
            name = f"grader check, {submission}, {mode}"
            setting.say(f"check: {name}")
            folder = str(course_folder(submission))
            command = ["-m", "grader", "check", lab, "--submission", folder, "--mode", mode]
            rows.append(_row(name, _cost(command, _variables(services), status), imports))
    remarks = [
        f"Lab {lab}. Imports beside the bare interpreter, checks beside the imports of their mode."
    ]
    headings = ["", "wall s", "shortest", "CPU s", "x wall", "x CPU"]
    return Table(f"seconds for a whole process, {REPETITIONS} times", headings, rows, remarks)


def _row(name: str, cost: Cost, base: Cost | None) -> Row:
    ratios = ["-", "-"]
    if base is not None:
        ratios = [times(cost.wall, base.wall), times(cost.processor, base.processor)]
    return [name, *map(seconds, cost), *ratios]


def _variables(services: Services | None) -> Mapping[str, str]:
    if services is None:
        return {}
    return {"REDIS_URL": services.redis_url, "DATABASE_URL": services.database_url}


def _cost(arguments: Sequence[str], variables: Mapping[str, str], status: int = 0) -> Cost:
    environment = {**os.environ, **variables}
    # The first may be slow, as it writes the byte code: the median does not mind.
    runs = [_once(arguments, environment, status) for _ in range(REPETITIONS)]
    walls, processors = [run[0] for run in runs], [run[1] for run in runs]
    return Cost(median(walls), min(walls), median(processors))


def _once(
    arguments: Sequence[str], environment: Mapping[str, str], status: int
) -> tuple[float, float]:
    before, began = _processor(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    wall, processor = time.perf_counter() - began, _processor() - before
    if done.returncode != status:
        raise RuntimeError(f"{arguments} ended with {done.returncode}: {done.stderr.decode()}")
    return wall, processor


def _processor() -> float:
    """Processor time of all children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
