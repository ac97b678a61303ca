"""A class from roll to ledger: whose work is new, who grades it, how far it has come.

Knows the roll, the ledger and hands. However many hands there are, and in whatever order they
finish, everybody has an entry in the end, and nobody's finished work is graded twice.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from grader.classroom.entry import Entry, Task, Terms
from grader.classroom.fingerprint import work_print
from grader.classroom.hands import Hand
from grader.classroom.ledger import Ledger
from grader.classroom.roll import Student
from grader.record import Refusal


@dataclass(frozen=True)
class Work:
    """Everybody's work in the order of the roll, and of these the ones that are still to do."""

    everyones: Sequence[Task] = ()
    tasks: Sequence[Task] = ()

    @property
    def finished(self) -> int:
        """How many were finished before."""
        return len(self.everyones) - len(self.tasks)


def to_do(students: Iterable[Student], ledger: Ledger, terms: Terms) -> Work:
    """Everybody's work; those that the ledger has no finished entry of are to do."""
    line = terms.line()
    works = [Task(s.name, str(s.path), work_print(s.path, line)) for s in students]
    return Work(works, [work for work in works if not ledger.has(work)])


async def grade_all(
    tasks: Sequence[Task], hands: Sequence[Hand], ledger: Ledger, tell: Callable[[int], None]
) -> None:
    """Grade each task with whichever hand is free; `tell` hears how many are done.

    Raises:
        Refusal: nothing more can be graded; what is in the ledger stays there.
    """
    waiting, done = iter(tasks), 0

    def keep(entry: Entry) -> None:
        nonlocal done
        ledger.add(entry)
        done += 1
        tell(done)

    try:
        async with _closed(hands), asyncio.TaskGroup() as group:
            for hand in hands:
                group.create_task(_work(hand, waiting, keep))
    except* Refusal as refusals:
        raise _first(refusals) from None


async def _work(hand: Hand, waiting: Iterator[Task], keep: Callable[[Entry], None]) -> None:
    for task in waiting:
        keep(await hand.entry(task))


@asynccontextmanager
async def _closed(hands: Sequence[Hand]) -> AsyncIterator[None]:
    try:
        yield
    finally:
        # All at once: were several to hang, each would be waited for.
        await asyncio.gather(*[hand.close() for hand in hands])


def _first(group: BaseExceptionGroup[Refusal]) -> Refusal:
    found: BaseException = group
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    assert isinstance(found, Refusal)
    return found
