"""All that one command grades, on one site, and some of it ahead by a copy of this process.

Knows in which order things get ready: the processes for student code start first, and while they
do, what is needed here is imported, once for us and the copy. Must not know what is graded.
"""

import asyncio
import gc
import importlib
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from grader.ahead import Ahead, Part, Said, copied, pays
from grader.at_work import Tell, silent
from grader.engine import graded
from grader.examination import Examination, examination
from grader.record import Report
from grader.sandbox import Sandbox
from grader.submission import Submission
from grader.trial import Trial, begun, opened

if TYPE_CHECKING:
    from labs.runtime.system import Services, Site

Walled = Sequence[tuple[Submission, Sandbox]]
"""Submissions, each behind its wall."""


@dataclass(frozen=True)
class Session:
    """The gradings of one command: of one submission a lab, with these checks only, or with all."""

    submissions: Sequence[Submission]
    services: "Services | None"
    seed: int
    only: Collection[int]
    tell: Tell = silent
    """Hears which check is at work."""

    def grade(self) -> list[Report]:
        """Grade each submission.

        Raises:
            Unavailable: a service cannot be reached.
        """
        hopeful = [s for s in self.submissions if not self.only and pays() and s.is_written]
        with _walled(self.submissions) as ours, _walled(hopeful) as theirs:
            exams = {s.lab.name: examination(s.lab, self.only) for s in self.submissions}
            importlib.import_module("labs.runtime.system").load(self.services)
            # What is there now stays: whoever looked through it for garbage in the copy would have
            # to copy it first.
            gc.freeze()
            hall = _Hall(exams, self.services, self.seed, self.tell)
            if not theirs:
                return asyncio.run(hall.graded(ours, self.only))
            with copied(lambda: hall.ahead(ours, theirs)) as said:
                reports = asyncio.run(hall.graded(ours, self.only, _parts(said, ours, theirs)))
            if said is not None and said.was_killed:
                asyncio.run(hall.swept())
            return reports


@dataclass(frozen=True)
class _Hall:
    """Where examinations take place: here, and in a copy of this process."""

    exams: Mapping[str, Examination]
    services: "Services | None"
    seed: int
    tell: Tell

    def trial(self, submission: Submission, sandbox: Sandbox, site: "Site") -> Trial:
        """The submission on trial, its time running."""
        return begun(self.exams[submission.lab.name], submission, sandbox, site, self.seed)

    def together(
        self, submission: Submission, sandbox: Sandbox, site: "Site"
    ) -> AsyncIterator[tuple[int, float]]:
        """The checks that pass with all of the submission's files."""
        return self.trial(submission, sandbox, site).all_together()

    async def graded(
        self, walled: Walled, only: Collection[int], ahead: Mapping[str, Ahead] = {}
    ) -> list[Report]:
        """Here: all of it, but for what has been done ahead."""
        from labs.runtime.system import open_site

        async with open_site(self.services) as site:
            return [await graded(self._told(self.trial(*one, site), ahead), only) for one in walled]

    def _told(self, trial: Trial, ahead: Mapping[str, Ahead]) -> Trial:
        # The copy's trials tell nobody.
        return replace(trial, ahead=ahead.get(trial.submission.lab.name), tell=self.tell)

    async def swept(self) -> None:
        """Remove what a copy that was killed has left on real services."""
        from labs.runtime.ports import Unavailable
        from labs.runtime.system import open_site

        with suppress(Unavailable):  # then the next grading does it
            async with open_site(self.services):
                pass

    @asynccontextmanager
    async def ahead(self, left: Walled, walled: Walled) -> AsyncIterator[Sequence[Part]]:
        """In the copy: the checks with all of a student's files together."""
        from labs.runtime.system import open_site

        for _, sandbox in left:
            sandbox.leave()
        with ExitStack() as stack:
            for _, sandbox in walled:
                stack.callback(sandbox.close)
            async with open_site(self.services) as site:
                yield [partial(self.together, *one, site) for one in walled]


def _parts(said: Said | None, ours: Walled, theirs: Walled) -> Mapping[str, Ahead]:
    """What is done ahead for each lab; the sandboxes for it are the copy's from now on."""
    if said is None:
        return {}
    clocks = {submission.lab.name: sandbox.clock.now for submission, sandbox in ours}
    for _, sandbox in theirs:
        sandbox.leave()
    names = [submission.lab.name for submission, _ in theirs]
    return {name: Ahead(said, part, clocks[name]) for part, name in enumerate(names)}


@contextmanager
def _walled(submissions: Sequence[Submission]) -> Iterator[Walled]:
    with ExitStack() as stack:
        yield [(s, stack.enter_context(opened(Sandbox(s.folder)))) for s in submissions]
