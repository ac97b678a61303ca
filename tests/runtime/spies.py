"""Adapters of ports that look closely: at what is asked, and at what is where at which moment."""

from collections.abc import Sequence

from labs.course import course_folder
from labs.runs import Fragment, RunStatus
from labs.runtime.parts import LocalParts
from labs.runtime.ports import Bus, Orderer, Store
from tests.runtime.around import BusAround, StoreAround
from tests.runtime.doors import Doors

Move = tuple[RunStatus, RunStatus]


class SpyParts(LocalParts):
    """The reference parts. Remembers the moves it was asked about, and refuses some."""

    def __init__(self, *refused: Move) -> None:
        super().__init__(course_folder("solutions") / "run_state_machine")
        self._refused = refused
        self.asked: list[Move] = []

    async def transition(self, current: RunStatus, target: RunStatus) -> RunStatus:
        self.asked.append((current, target))
        if (current, target) in self._refused:
            raise ValueError("not in this table")
        return await super().transition(current, target)


class _Mute:
    async def offer(self, seq: int, text: str) -> Sequence[tuple[int, str]]:
        return ()


class MuteParts(SpyParts):
    """The reference parts, but for an orderer that never lets anything out."""

    async def orderer(self, start: int) -> Orderer:  # type: ignore[override]
        return _Mute()


class CheckedBus(BusAround):
    """A bus that asks the store, at each publish, whether the fragments are there already."""

    def __init__(self, bus: Bus, store: Store) -> None:
        super().__init__(bus, Doors())
        self._kept = store
        self.sent: list[Fragment] = []
        self.early: list[Fragment] = []

    async def publish(self, run_id: str, fragments: Sequence[Fragment]) -> None:
        for fragment in fragments:
            if list(await self._kept.fragments(run_id, fragment.seq, 1)) != [fragment]:
                self.early.append(fragment)
        self.sent += fragments
        await super().publish(run_id, fragments)


class ForgetfulStore(StoreAround):
    """A store that no longer has one of its fragments."""

    def __init__(self, store: Store, seq: int) -> None:
        super().__init__(store, Doors())
        self._forgotten = seq

    async def fragments(self, run_id: str, start: int, limit: int) -> Sequence[Fragment]:
        kept = await super().fragments(run_id, start, limit)
        return [fragment for fragment in kept if fragment.seq != self._forgotten]
