"""A grading as the commands ask for it: run to its end, and noted where the student works.

Knows the engine and a workspace's notes. A note that cannot be written spoils no grading.
"""

import sys
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from grader.at_work import AtWork
from grader.course import find_labs
from grader.engine import DEFAULT_SEED
from grader.progress import Digests, digests, note
from grader.record import Report, Usage
from grader.session import Session
from grader.submission import Submission, workspace_around
from grader.workspace import Workspace
from labs.runtime.ports import Unavailable

if TYPE_CHECKING:
    from labs.runtime.system import Services


def grade(
    submissions: Sequence[Submission],
    *,
    services: "Services | None",
    seed: int | None = None,
    only: Collection[int] = (),
) -> list[Report]:
    """Grade each submission; if that takes a while, a terminal shows what is at work.

    Raises:
        Usage: Redis or Postgres is out of reach.
    """
    workspaces = [_workspace_of(submission) for submission in submissions]
    looks = [_before(workspace) for workspace in workspaces]
    used = DEFAULT_SEED if seed is None else seed
    at_work = AtWork(sys.stderr)
    try:
        reports = Session(submissions, services, used, only, at_work.tell).grade()
    except Unavailable as gone:
        raise Usage(f"{gone}; {gone.remedy}, or grade without it: --mode mock") from None
    finally:
        at_work.end()
    for workspace, report, files in zip(workspaces, reports, looks, strict=True):
        if workspace is not None:
            with suppress(Usage):
                note(workspace, report, files=files, now=time.time())
    return reports


def _before(workspace: Workspace | None) -> Digests:
    """What the files look like before a grading, whatever was cut short being finished first."""
    if workspace is None:
        return {}
    with suppress(Usage):
        workspace.mend()
    try:
        return digests(workspace)
    except OSError:
        return {}


def _workspace_of(submission: Submission) -> Workspace | None:
    """The workspace whose own files these are; somebody else's folder inside it is none."""
    root = workspace_around(submission.folder)
    if root is None or submission.folder.resolve() != root / submission.lab.name:
        return None
    return Workspace(root, find_labs())
