"""The four parts from a folder of files, called in this very process.

Knows a file's path and the Parts port. For a system that one runs oneself; a grader does not
call a stranger's code this way.
"""

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

from labs.runs import Run, RunStatus

FILES = ("state.py", "orderer.py", "resume.py", "merge.py")


class _Offers(Protocol):
    def offer(self, seq: int, text: str) -> None: ...


_MakeOrderer = Callable[[int, Callable[[int, str], None]], _Offers]


class LocalOrderer:
    """One waiter's orderer: collects what is emitted during each offer."""

    def __init__(self, make: _MakeOrderer, start: int) -> None:
        self._emitted: list[tuple[int, str]] = []
        self._orderer = make(start, lambda seq, text: self._emitted.append((seq, text)))

    async def offer(self, seq: int, text: str) -> Sequence[tuple[int, str]]:
        """What the orderer emitted during this call, in order."""
        self._orderer.offer(seq, text)
        emitted, self._emitted[:] = list(self._emitted), ()
        return emitted


class LocalParts:
    """The parts in `folder`, which holds `FILES`."""

    def __init__(self, folder: Path) -> None:
        files = [_load(folder / name) for name in FILES]
        self._state, self._orderer, self._resume, self._merge = files

    def functions(self) -> Mapping[str, object]:
        """The functions themselves, by name."""
        return {
            "transition": self._state.transition,
            "SeqOrderer": self._orderer.SeqOrderer,
            "resume_from": self._resume.resume_from,
            "should_merge": self._merge.should_merge,
        }

    async def transition(self, current: RunStatus, target: RunStatus) -> RunStatus:
        """The status to write for that move; `ValueError` if it is not in the table."""
        return RunStatus(self._state.transition(current, target))

    async def orderer(self, start: int) -> LocalOrderer:
        """A new orderer whose first number is `start`."""
        return LocalOrderer(cast(_MakeOrderer, self._orderer.SeqOrderer), start)

    async def resume_from(self, last_event_id: str | None) -> int:
        """The number at which a reconnecting client goes on."""
        return int(self._resume.resume_from(last_event_id))

    async def should_merge(self, prev: Run | None, now: datetime) -> bool:
        """Whether a message that came at `now` joins the session's latest run."""
        return bool(self._merge.should_merge(prev, now))


def find_parts(submission: Path) -> Path:
    """The folder below `submission` that holds the four files.

    Raises:
        FileNotFoundError: there is none.
    """
    for folder in sorted(submission.iterdir()):
        if all((folder / name).is_file() for name in FILES):
            return folder
    raise FileNotFoundError(f"no folder in {submission} holds {', '.join(FILES)}")


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"parts_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(f"{path} is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
