"""Wrong folds: what still changes after the end. Each is made of the right one."""

from dataclasses import replace

from labs.protocol import Event, ResponseState
from labs.streaming_protocol.mistakes.models.folds import Right
from labs.streaming_protocol.trials import spec


class Closed(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return state


class ToolsLost(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().ended(state, event), tools=state.tools)


class LateSnapshotLost(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        now = super().ended(state, event)
        return replace(now, tools=state.tools) if event.type == "snapshot" else now


class StandsStill(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().ended(state, event), last_seq=state.last_seq)


class ToolsAlone(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(state, tools=self.applied(state, event).tools)


class StandsStillButForTools(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        if event.type in spec.TOOLS or event.type == "snapshot":
            return super().ended(state, event)
        return state


class GapStaysAfterTheEnd(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().ended(state, event), gap=state.gap)


class NoEnd(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return self.applied(state, event)


class DraftGoesOn(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().ended(state, event), draft=self.applied(state, event).draft)


class LateDeltaJoins(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        is_delta = event.type == "output_text.delta"
        return self.applied(state, event) if is_delta else super().ended(state, event)


class LastEndWins(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        now = super().ended(state, event)
        return self.applied(state, event) if event.type.startswith("response.") else now


class SnapshotReopens(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        now = super().ended(state, event)
        return self.applied(state, event) if event.type == "snapshot" else now


class SnapshotLeavesStatus(SnapshotReopens):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().ended(state, event), status=state.status)


class ToolClearsApproval(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        now = super().ended(state, event)
        return self.applied(state, event) if event.type in spec.TOOLS else now


class ClearsApproval(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().ended(state, event), approval=None)


class AsksAfterTheEnd(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        return replace(super().ended(state, event), approval=self.applied(state, event).approval)


class LateApprovalWaits(Right):
    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        asks = event.type == "approval.required"
        return self.applied(state, event) if asks else super().ended(state, event)


class CompletedOnlyEnds(Right):
    """A cancelled or failed response goes on."""

    def ended(self, state: ResponseState, event: Event) -> ResponseState:
        if state.status == "completed":
            return super().ended(state, event)
        return self.applied(state, event)
