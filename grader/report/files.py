"""Reports written to files, each in the form that somebody else's program reads.

Knows the forms and their options' names. A file is written whole or not at all.
"""

import csv
import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from grader.record import Report, Usage
from grader.report.gradescope import gradescope_json
from grader.report.junit import junit_xml
from grader.report.rows import rows_of
from grader.report.table import cell, csv_text, whose


def _csv(reports: Sequence[Report]) -> str:
    return csv_text(
        row for report in reports for row in rows_of(report, _student(report.submission))
    )


def _student(submission: str) -> str:
    """Who it may be of: a folder is called as its student is."""
    return Path(os.path.abspath(submission)).name or submission  # noqa: PTH100


FORMS: Mapping[str, Callable[[Sequence[Report]], str]] = {
    "junit": junit_xml,
    "csv": _csv,
    "gradescope": gradescope_json,
}


def write_reports(reports: Sequence[Report], files: Mapping[str, str | None]) -> None:
    """Write the reports in each form that has a file.

    Raises:
        Usage: a file cannot be written.
    """
    for form, file in files.items():
        if file is not None:
            write_texts(Path(file), [FORMS[form](reports)])


def require_about(table: Path, graded: Iterable[tuple[str, str]]) -> None:
    """See to it that a table that is there is about what is to be graded: submissions and labs.

    Raises:
        Usage: it is about somebody or something else, too.
    """
    if not table.is_file():
        return
    try:
        found = whose(table)
    except csv.Error:
        kept = f"--csv {table} is there already and is not a table of ours, so it is kept"
        raise Usage(f"{kept}: name another file, or remove this one first") from None
    except OSError as problem:
        raise Usage(f"--csv {table} cannot be looked into: {problem.strerror}") from None
    others = found - {(cell(_student(submission)), lab) for submission, lab in graded}
    if others:
        results = " in ".join(name for name in min(others) if name)
        way = "name another file, or move this one away"
        raise Usage(f"--csv {table} holds results of {results}, which would be lost: {way}")


def write_texts(path: Path, texts: Iterable[str]) -> None:
    """Write the texts, one behind the other; meanwhile the file is the one before.

    Raises:
        Usage: it cannot be written.
    """
    # Made by `open`, not by `tempfile`: so its mode is what the umask leaves.
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with unfinished.open("x", encoding="utf-8", newline="") as file:
            file.writelines(texts)
        unfinished.replace(path)
    except OSError as problem:
        raise Usage(f"{path} cannot be written: {problem.strerror}") from None
    finally:
        with suppress(OSError):  # most often it is in its place by now
            unfinished.unlink()
