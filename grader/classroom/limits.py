"""How much a submission may be, before anybody looks into it. One place, one sentence."""

from grader.copying import MOST_BYTES, MOST_FILES

TOO_MUCH = (
    f"it holds more than {MOST_FILES:,} files or {MOST_BYTES // 1024**2} MiB: "
    "more than any submission needs"
)
MOST_ARCHIVE = 2 * MOST_BYTES
"""Bytes of an archive; packed, a submission is not larger than it is."""
MOST_DIRECTORY = 1024 * 1024
"""Bytes of an archive's list of contents: it is read as a whole, before anything is checked."""
MOST_DEPTH = 16
"""Folders inside one another."""
