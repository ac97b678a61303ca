"""Where a report may be written: never over a file that somebody else has made.

Knows how what we write begins, and files. It is asked before anything is graded: a grading whose
results have no place would be in vain.
"""

import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.record import Usage
from grader.report.table import HEADINGS

_ENOUGH = 1024
"""Bytes of a file by which it is known."""


def _begins(*beginnings: str) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(tuple(text.encode() for text in beginnings))


def _is_our_zip(head: bytes) -> bool:
    # The name of a zip's first file stands behind 30 bytes of numbers; ours is always this one.
    return head.startswith(b"PK\x03\x04") and head[30:].startswith(b"setup.sh")


KINDS: Mapping[str, tuple[str, Callable[[bytes], bool]]] = {
    "csv": ("a table of ours", _begins(",".join(HEADINGS))),
    "junit": ("JUnit XML of ours", _begins('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites')),
    "gradescope": ("Gradescope results of ours", _begins('{\n "score": ')),
    "zip": ("an autograder of ours", _is_our_zip),
}
"""What is written, in words, and whether a file that begins so is such a one."""


def require_target(file: str, kind: str, asked: str) -> Path:
    """The file, if it may be written: it is new, empty, or what we wrote there before.

    `asked` is the option or the argument that names it.

    Raises:
        Usage: it may not, or cannot; nothing has been touched.
    """
    if file == "-":
        raise Usage(f"{asked} needs the name of a file, and - is none: name one")
    path = Path(file)
    _require_end(path, asked)
    if path.is_dir():
        raise Usage(f"{asked} {file} cannot be written: it is a folder; name a file in it")
    if not path.parent.is_dir():
        raise Usage(f"{asked} {file} cannot be written: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise Usage(f"{asked} {file} cannot be written: the folder {path.parent} is read-only")
    if path.exists():
        _require_ours(path, kind, asked)
    return path


def require_targets(files: Mapping[str, str | None]) -> None:
    """The same for all of a command's options, by their names without dashes.

    Raises:
        Usage: one of the files may not be written, or two of them are one.
    """
    taken = dict[Path, str]()
    for form, file in files.items():
        if file is None:
            continue
        target = require_target(file, form, f"--{form}").resolve()
        if target in taken:
            both = f"{taken[target]} and --{form} both name {file}"
            raise Usage(f"{both}: give each a file of its own")
        taken[target] = f"--{form}"


def _require_end(path: Path, asked: str) -> None:
    # To everything else that is asked of it, a link in a loop is no file at all.
    try:
        path.stat()
    except OSError as problem:
        if problem.errno == errno.ELOOP:
            raise Usage(f"{asked} {path} cannot be written: {problem.strerror}") from None


def _require_ours(path: Path, kind: str, asked: str) -> None:
    what, is_ours = KINDS[kind]
    if not path.is_file():
        raise Usage(f"{asked} {path} cannot be written: it is no ordinary file; name another one")
    try:
        with path.open("rb") as opened:
            head = opened.read(_ENOUGH)
    except OSError as problem:
        raise Usage(f"{asked} {path} cannot be looked into: {problem.strerror}") from None
    if head and not is_ours(head):
        kept = f"{asked} {path} is there already and is not {what}, so it is kept"
        raise Usage(f"{kept}: name another file, or remove this one first")
