"""What somebody may have meant who named what is not there: a sentence that says what to do.

Knows names only: of labs, of exercises, of files. It is asked once it is clear that nothing can be
done, so it may take its time.
"""

import difflib
from collections.abc import Sequence

from grader.course import Lab
from grader.record import Usage
from labs.timeline import listed


def no_such_lab(name: str, labs: Sequence[Lab]) -> Usage:
    """The refusal for who has named a lab that is not there."""
    if (exercise := exercise_meant(name, labs)) is not None:
        return Usage(exercise)
    there = ", ".join(lab.name for lab in labs)
    if name.isdecimal():
        return Usage(f"{name} is no lab, it may be a check of one; the labs are: {there}")
    alike = difflib.get_close_matches(name, [lab.name for lab in labs], n=1)
    guess = f" ({alike[0]}, perhaps?)" if alike else ""
    return Usage(f"there is no lab {name!a}{guess}; there are: {there}")


def exercise_meant(name: str, labs: Sequence[Lab]) -> str | None:
    """What to say if that is an exercise's name, or its file's; None if it is not."""
    from grader.examination import examination

    for lab in labs:
        for exercise, file in lab.files.items():
            if name in (exercise, file):
                checks = examination(lab).checks
                numbers = [str(check.number) for check in checks if exercise in check.exercises]
                plural = "" if len(numbers) == 1 else "s"
                seen = f"see check{plural} {listed(numbers)} there"
                return f"{exercise} is an exercise of {lab.name}: {seen}"
    return None
