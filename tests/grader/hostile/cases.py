"""All attacks, and which of them might do harm to other checks."""

from tests.grader.hostile.attack import Case as Case
from tests.grader.hostile.deceiving import FORGING, LYING
from tests.grader.hostile.escaping import ESCAPING
from tests.grader.hostile.hurting import ENDING, HANGING, SPOILING, TAKING

__all__ = ["CASES", "LYING", "VIOLENT", "Case"]

_LIKE_OTHERS = {
    "hangs while its exception is written",
    "hangs in a thread that holds the interpreter",
    "exits at once at import",
    "exits in a call",
    "raises what nobody catches",
    "is interrupted",
    "recurses",
    "eats memory at import",
    "opens files for ever",
    "writes one file without end",
    "lets two copies load it",
    "starts workers",
}
CASES = [*HANGING, *ENDING, *SPOILING, *TAKING, *FORGING, *ESCAPING, *LYING]
VIOLENT = [case for case in CASES if case not in LYING and case.name not in _LIKE_OTHERS]
"""Those that might do harm to other checks: with them, all six are run."""
