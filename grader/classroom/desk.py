"""A desk: a process that marks one work after another, as lines on its standard input say.

Started as `python -P -m grader.classroom.desk TERMS`; the imports, the site and the checks are paid
for once. It says that it is ready, then answers each task's line with an entry's, or with why no
work can be graded at all. When whoever started it is gone, it ends at once.
"""

import asyncio
import gc
import json
import os
import sys
from contextlib import suppress
from typing import BinaryIO

from grader.classroom.entry import Task, Terms
from grader.classroom.marking import Marker
from grader.mode import choose_services
from labs.runtime.ports import Unavailable
from labs.runtime.system import open_site

READY = b"ready\n"
MOST_LINE = 64 * 1024 * 1024


async def serve(terms: Terms, answers: BinaryIO) -> None:
    """Mark what is asked for until the input ends."""
    loop = asyncio.get_running_loop()
    tasks = asyncio.StreamReader(limit=MOST_LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(tasks), sys.stdin.buffer)
    try:
        async with open_site(choose_services(terms.mode, os.environ)) as site:
            marker = Marker(terms, site)
            gc.freeze()  # what is here now stays: no collection need look at it again
            _say(answers, READY)
            await _mark(marker, tasks, answers)
    except Unavailable as gone:
        _say(answers, json.dumps({"unavailable": f"{gone}; {gone.remedy}"}).encode() + b"\n")


async def _mark(marker: Marker, tasks: asyncio.StreamReader, answers: BinaryIO) -> None:
    coming = asyncio.ensure_future(tasks.readline())
    while line := await coming:
        marking = asyncio.ensure_future(marker.entry(Task.from_line(line)))
        # Nothing is asked before the last answer was given: what comes earlier is the end.
        coming = asyncio.ensure_future(tasks.readline())
        await asyncio.wait({marking, coming}, return_when=asyncio.FIRST_COMPLETED)
        if not marking.done():
            marking.cancel()
            await asyncio.wait({marking})
            return
        _say(answers, marking.result().line().encode() + b"\n")


def _say(answers: BinaryIO, line: bytes) -> None:
    with suppress(BrokenPipeError):
        answers.write(line)
        answers.flush()


def main() -> None:
    """Be a desk."""
    # What anything else prints must not come between the answers.
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        asyncio.run(serve(Terms.from_line(sys.argv[1]), answers))


if __name__ == "__main__":
    main()
