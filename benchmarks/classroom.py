"""classroom: a class graded whole: how many submissions a second, and the largest process.

Right answers only, then a class as it comes: right, wrong, unwritten and hostile ones. Every
submission differs by a byte from every other, so that nothing is graded by mere likeness.
"""

import csv
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.setting import ROOT, Setting
from benchmarks.table import Row, Table
from grader.course import find_labs
from labs.course import course_folder

RIGHT, SMALL, LARGE = 300, 30, 300
_LAB = find_labs()[0]

_WRONG = {
    "orderer.py": "class SeqOrderer:\n    def __init__(self, start, emit):\n"
    "        self.emit = emit\n    def offer(self, seq, text):\n        self.emit(seq, text)\n",
    "resume.py": "def resume_from(last_event_id):\n    return int(last_event_id or 0)\n",
    "merge.py": "def should_merge(prev, now=None):\n    return prev is not None\n",
    "state.py": "def transition(current, target):\n    return target\n",
}
_HOSTILE = {
    "orderer.py": "import os\nos._exit(0)\n",
    "resume.py": "while True:\n    pass\n",
    "merge.py": "import os, sys\nsys.stdout.write('{}\\n' * 9999)\nos.kill(os.getppid(), 9)\n",
    "state.py": "x = [0] * 10**10\n",
}


def measure(setting: Setting) -> Table:
    """Grade classes with one job and with two."""
    rows: list[Row] = []
    for name, count, make in (
        ("right", RIGHT, _right),
        ("mixed", SMALL, _mixed),
        ("mixed", LARGE, _mixed),
    ):
        for jobs in (1, 2) if count != SMALL else (2,):
            setting.say(f"classroom: {count} {name}, {jobs} jobs")
            rows.append(_graded(name, count, make, jobs))
    remarks = [
        f"Lab {_LAB.name}, MOCK. The mark to beat with two jobs: bare pytest, 6 a second.",
        "Largest process: of the command and of all that it starts, one at a time.",
    ]
    headings = ["class", "students", "jobs", "seconds", "a second", "CPU s each", "largest MiB"]
    return Table("a class", headings, rows, remarks)


def _graded(name: str, count: int, make: Callable[[Path, int], None], jobs: int) -> Row:
    with tempfile.TemporaryDirectory(prefix="koda-bench-") as room:
        folder = Path(room, "class")
        for number in range(count):
            make(folder / f"student {number:03}", number)
        began = time.perf_counter()
        used = _processor()
        largest = _run(folder, jobs)
        seconds, used = time.perf_counter() - began, _processor() - used
        _require_everyone(folder, count)
    each = f"{used / count:.2f}"
    return [name, str(count), str(jobs), f"{seconds:.1f}", f"{count / seconds:.1f}", each, largest]


def _run(folder: Path, jobs: int) -> str:
    """Grade the class in a process of its own; the MiB of the largest process."""
    script = (
        "import resource, sys; from grader.cli import main; status = main(sys.argv[1:]);"
        "kinds = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN;"
        "print(max(resource.getrusage(kind).ru_maxrss for kind in kinds)); sys.exit(status)"
    )
    command = ["class", str(folder), _LAB.name, "--jobs", str(jobs), "--mode", "mock"]
    done = subprocess.run(
        [sys.executable, "-c", script, *command], cwd=ROOT, capture_output=True, check=True
    )
    scale = 1024 if sys.platform != "darwin" else 1024**2
    return str(int(done.stdout.split()[-1]) // scale)


def _processor() -> float:
    """Processor time of all children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _require_everyone(folder: Path, count: int) -> None:
    table = folder.with_name("class-results") / _LAB.name / "grades.csv"
    with table.open(newline="", encoding="utf-8") as file:
        names = {row["student"] for row in csv.DictReader(file)}
    if len(names) != count:
        raise RuntimeError(f"{count} students, but {len(names)} have rows")


def _right(folder: Path, number: int) -> None:
    shutil.copytree(course_folder("solutions") / _LAB.name, folder / _LAB.name)
    _sign(folder, number)


def _mixed(folder: Path, number: int) -> None:
    """Of ten: five right, one unwritten, two with one mistake, one all wrong, one hostile."""
    tree = "starter" if number % 10 == 5 else "solutions"
    shutil.copytree(course_folder(tree) / _LAB.name, folder / _LAB.name)
    files = sorted(_WRONG)
    one = files[number // 10 % len(files)]
    spoilt = {6: {one: _WRONG[one]}, 7: {one: _WRONG[one]}, 8: _WRONG, 9: {one: _HOSTILE[one]}}
    for file, text in spoilt.get(number % 10, {}).items():
        (folder / _LAB.name / file).write_text(text)
    _sign(folder, number)


def _sign(folder: Path, number: int) -> None:
    for file in (folder / _LAB.name).glob("*.py"):
        with file.open("a") as opened:
            opened.write(f"\n# {number}\n")
