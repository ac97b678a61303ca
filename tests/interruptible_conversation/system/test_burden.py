"""What this lab needs is no burden to the others: it is imported where it is used."""

import subprocess
import sys

ONLY_HERE = ("httpx_ws", "itsdangerous", "wsproto")
GRADE = """
import sys
from grader.cli import main
try:
    main(["check", "run_state_machine", "--submission", "solutions", "--mode", "mock", "--json"])
except SystemExit:
    pass
print(*(name for name in sys.argv[1:] if name in sys.modules), file=sys.stderr)
"""


def test_the_first_lab_is_graded_without_the_drivers_of_this_one() -> None:
    command = [sys.executable, "-c", GRADE, *ONLY_HERE]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert '"passed": 6' in done.stdout
    assert done.stderr.split() == []
