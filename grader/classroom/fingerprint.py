"""Fingerprints: whether what was graded then is what would be graded now.

Knows files as bytes. Two fingerprints are the same exactly if the submission's files, the course's
own and the terms of the grading are.
"""

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from grader.classroom.handed import files_below
from grader.classroom.limits import MOST_ARCHIVE
from grader.record import Usage
from labs.course import LABS, course_folder

_CHUNK = 65_536


def course_print() -> str:
    """The fingerprint of the course and of the Python that runs it."""
    grader = Path(__file__).parents[1]
    trees = [grader, LABS, course_folder("starter"), course_folder("solutions")]
    digest = hashlib.sha256(sys.version.encode())
    for tree in trees:
        files = [p for p in tree.rglob("*") if p.suffix in {".py", ".toml", ".sql"}]
        for file in sorted(files):
            _add(digest, file.relative_to(tree.parent).as_posix(), [file.read_bytes()])
    return digest.hexdigest()


def work_print(path: Path, terms: str) -> str:
    """The fingerprint of what a student handed in, under those terms."""
    digest = hashlib.sha256(terms.encode())
    try:
        if path.is_dir():
            for entry in files_below(path):
                name = os.path.relpath(entry.path, path)
                _add(digest, name, _chunks(Path(entry.path)))
        else:
            _add(digest, path.name, _chunks(path))
    except (Usage, OSError) as refusal:
        # Nothing of it is graded; it is looked at again once that is no longer so.
        _add(digest, "", [type(refusal).__name__.encode()])
    return digest.hexdigest()


def _chunks(file: Path) -> Iterable[bytes]:
    if not file.is_file():  # a pipe, say, from which one might read for ever
        raise Usage("no plain file")
    if file.stat().st_size > MOST_ARCHIVE:
        raise Usage("too large")
    with file.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            yield chunk


def _add(digest: "hashlib._Hash", name: str, chunks: Iterable[bytes]) -> None:
    inner = hashlib.sha256()
    for chunk in chunks:
        inner.update(chunk)
    digest.update(os.fsencode(name) + b"\0" + inner.digest())
