"""Wrong folds: which events count. Each is made of the right one by its parts."""

from dataclasses import replace

from labs.protocol import TERMINAL, Event, ResponseState
from labs.streaming_protocol.trials import spec


class Right:
    def fold(self, state: ResponseState, event: Event) -> ResponseState:
        if not self.is_own(state, event):
            return self.strange(state, event)
        if self.is_old(state, event):
            return self.old(state, event)
        if not self.fits(state, event):
            return self.missing(state, event)
        if state.status in TERMINAL:
            return self.ended(state, event)
        return self.applied(state, event)

    def is_own(self, state: ResponseState, event: Event) -> bool:
        return event.response_id == state.response_id

    def is_old(self, state: ResponseState, event: Event) -> bool:
        return event.seq <= state.last_seq

    def fits(self, state: ResponseState, event: Event) -> bool:
        return event.type == "snapshot" or event.first_seq == state.last_seq + 1

    def strange(self, state: ResponseState, event: Event) -> ResponseState:
        return state

    def old(self, state: ResponseState, event: Event) -> ResponseState:
        return state

    def missing(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(state, gap=True)

    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        now = self.applied(state, event)
        return replace(state, tools=now.tools, last_seq=now.last_seq, gap=now.gap)

    def applied(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(self.changed(state, event), last_seq=event.seq, gap=False)

    def changed(self, state: ResponseState, event: Event) -> ResponseState:
        return spec.changed(state, event)


class AnythingFits(Right):
    def fits(self, state: ResponseState, event: Event) -> bool:
        return True


class AnythingFitsWithGap(Right):
    """Applies what comes after a gap, and says that there is one."""

    def fits(self, state: ResponseState, event: Event) -> bool:
        return True

    def applied(self, state: ResponseState, event: Event) -> ResponseState:
        fits = super().fits(state, event)
        return replace(super().applied(state, event), gap=not fits)


class BeyondFits(Right):
    """Only an overlapping event is a gap to it."""

    def fits(self, state: ResponseState, event: Event) -> bool:
        return super().fits(state, event) or event.first_seq > state.last_seq


class OverlapFits(Right):
    def fits(self, state: ResponseState, event: Event) -> bool:
        return super().fits(state, event) or event.first_seq <= state.last_seq + 1


class OverlapIsOld(Right):
    """Goes by `first_seq`, and drops what it has not seen."""

    def is_old(self, state: ResponseState, event: Event) -> bool:
        by = event.seq if event.type == "snapshot" else event.first_seq
        return by <= state.last_seq


class SeqFits(Right):
    def fits(self, state: ResponseState, event: Event) -> bool:
        return event.type == "snapshot" or event.seq == state.last_seq + 1


class ShortSpansFit(Right):
    """What stands for very many is too much for it."""

    def fits(self, state: ResponseState, event: Event) -> bool:
        joined = event.seq - event.first_seq if event.type != "snapshot" else 0
        return super().fits(state, event) and joined < 10


class SilentGap(Right):
    def missing(self, state: ResponseState, event: Event) -> ResponseState:
        return state


class GapMovesOn(Right):
    def missing(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(state, gap=True, last_seq=event.seq)


class GapStays(Right):
    def applied(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().applied(state, event), gap=state.gap)


class GapStaysUntilSnapshot(Right):
    def applied(self, state: ResponseState, event: Event) -> ResponseState:
        now = super().applied(state, event)
        return now if event.type == "snapshot" else replace(now, gap=state.gap)


class GapRaises(Right):
    def missing(self, state: ResponseState, event: Event) -> ResponseState:
        raise ValueError


class OldRaises(Right):
    def old(self, state: ResponseState, event: Event) -> ResponseState:
        raise ValueError


class OldIsGap(Right):
    def old(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(state, gap=True)


class OldClearsGap(Right):
    def old(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(state, gap=False)


class OldApplies(Right):
    """Looks at no number at all."""

    def is_old(self, state: ResponseState, event: Event) -> bool:
        return False

    def fits(self, state: ResponseState, event: Event) -> bool:
        return True


class DuplicateApplies(Right):
    """Only what is below the last number is old to it."""

    def is_old(self, state: ResponseState, event: Event) -> bool:
        return event.seq < state.last_seq

    def fits(self, state: ResponseState, event: Event) -> bool:
        return super().fits(state, event) or event.seq == state.last_seq


class DuplicateFits(Right):
    """The last number is a right one to begin with."""

    def is_old(self, state: ResponseState, event: Event) -> bool:
        return event.seq < state.last_seq

    def fits(self, state: ResponseState, event: Event) -> bool:
        return super().fits(state, event) or event.first_seq == state.last_seq


class DuplicateIsGap(Right):
    def is_old(self, state: ResponseState, event: Event) -> bool:
        return event.seq < state.last_seq


class Anyones(Right):
    def is_own(self, state: ResponseState, event: Event) -> bool:
        return True


class BeginsAlike(Right):
    """An id that begins like its own is its own."""

    def is_own(self, state: ResponseState, event: Event) -> bool:
        return event.response_id.startswith(state.response_id)


class IsPart(Right):
    """An id with which its own begins is its own."""

    def is_own(self, state: ResponseState, event: Event) -> bool:
        return state.response_id.startswith(event.response_id)


class StrangeIsGap(Right):
    def strange(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(state, gap=True)


class SnapshotMustFit(Right):
    def fits(self, state: ResponseState, event: Event) -> bool:
        return event.first_seq == state.last_seq + 1


class SnapshotLeapIgnored(Right):
    def fits(self, state: ResponseState, event: Event) -> bool:
        return super().fits(state, event) and event.seq == state.last_seq + 1

    def missing(self, state: ResponseState, event: Event) -> ResponseState:
        return state if event.type == "snapshot" else super().missing(state, event)


class SnapshotLeapsAreShort(Right):
    """A leap over thousands is too much for it."""

    def fits(self, state: ResponseState, event: Event) -> bool:
        is_far = event.type == "snapshot" and event.seq - state.last_seq > 1_000
        return super().fits(state, event) and not is_far


class SmallNumbersFit(Right):
    """Compares with `is`: only small numbers are one and the same object."""

    def fits(self, state: ResponseState, event: Event) -> bool:
        return super().fits(state, event) and (event.type == "snapshot" or event.first_seq <= 256)


class OldSnapshotApplies(Right):
    def is_old(self, state: ResponseState, event: Event) -> bool:
        return event.type != "snapshot" and super().is_old(state, event)


class CountsByOne(Right):
    def applied(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().applied(state, event), last_seq=state.last_seq + 1)


class CountsFirst(Right):
    def applied(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().applied(state, event), last_seq=event.first_seq)
