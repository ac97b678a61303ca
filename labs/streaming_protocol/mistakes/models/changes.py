"""Wrong folds: what an event changes. Each is made of the right one."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from labs.protocol import TERMINAL, Event, Json, ResponseState
from labs.streaming_protocol.mistakes.models.folds import Right
from labs.streaming_protocol.trials.spec import TOOLS

Change = Callable[[ResponseState, Event, ResponseState], ResponseState]
"""From the state before, the event and the right state after to a wrong one."""


class _Changing(Right):
    def __init__(self, kinds: tuple[str, ...], change: Change) -> None:
        self._kinds = kinds
        self._change = change

    def changed(self, state: ResponseState, event: Event) -> ResponseState:
        now = super().changed(state, event)
        return self._change(state, event, now) if event.type in self._kinds else now


def at(kinds: str, change: Change) -> Right:
    """The fold that changes something else at events of these types."""
    return _Changing(tuple(kinds.split()), change)


TOOL = " ".join(TOOLS)
CUT = "response.cancelled response.failed"
END = f"response.completed {CUT}"
DELTA = "output_text.delta"


def draft_is_final(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, final=was.draft)


def final_is_draft(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, draft=str(event.data["text"]))


def draft_is_cleared(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, draft="")


def cut_is_final(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, final=was.draft)


def no_reason(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, incomplete_reason=None)


def reason_stays(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, incomplete_reason=was.incomplete_reason)


def reason_is_status(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, incomplete_reason=now.status)


def no_empty_reason(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, incomplete_reason=now.incomplete_reason or None)


def no_empty_final(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, final=now.final or None)


def no_empty_texts(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return no_empty_final(was, event, no_empty_reason(was, event, now))


def unknown_reason(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, incomplete_reason=now.incomplete_reason or "unknown")


def reason_or_status(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, incomplete_reason=now.incomplete_reason or now.status)


def approval_stays(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, approval=was.approval)


def approval_goes(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, approval=None)


def first_approval_stays(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, approval=was.approval or now.approval)


def only_arguments(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, approval=cast(dict[str, Json], event.data["arguments"]))


def asked_is_waiting(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    if was.status in TERMINAL:
        return now
    tools: dict[str, Json] = {**was.tools, str(event.data["operation_id"]): "waiting"}
    return replace(now, tools=tools)


def delta_replaces(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, draft=str(event.data["text"]))


def delta_is_stripped(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, draft=was.draft + str(event.data["text"]).strip())


def delta_starts(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, status="streaming")


def finished_goes(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    left = {key: item for key, item in was.tools.items() if key != event.data["operation_id"]}
    return replace(now, tools=left)


def running_only(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, tools={key: item for key, item in now.tools.items() if item == "running"})


def tools_stay(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, tools=was.tools)


def one_tool(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    operation_id = str(event.data["operation_id"])
    return replace(now, tools={operation_id: now.tools[operation_id]})


def known_tools_only(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return now if event.data["operation_id"] in was.tools else replace(now, tools=was.tools)


def kind_as_word(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    word = event.type.removeprefix("tool.")
    return replace(now, tools={**now.tools, str(event.data["operation_id"]): word})


def data_as_word(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, tools={**now.tools, str(event.data["operation_id"]): event.data})


def failed_is_cancelled(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, tools={**now.tools, str(event.data["operation_id"]): "cancelled"})


def no_final(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, final=None)


def begun_anew(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return no_final(was, event, no_reason(was, event, now))


def cancelled_stays(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    stays = was.tools.get(str(event.data["operation_id"])) == "cancelled"
    return replace(now, tools=was.tools) if stays else now


def failed_stays(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    stays = was.tools.get(str(event.data["operation_id"])) == "failed"
    return replace(now, tools=was.tools) if stays else now


def over_stays(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return cancelled_stays(was, event, failed_stays(was, event, now))


def ids_begin_alike(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    waiting, operation_id = was.approval, str(event.data["operation_id"])
    alike = waiting is not None and str(waiting["operation_id"]).startswith(operation_id)
    return replace(now, approval=None) if alike else now


def draft_cut_at(most: int) -> Right:
    """The fold that keeps only so much of a draft."""

    def cut(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
        return replace(now, draft=now.draft[:most])

    return at(DELTA, cut)


def final_if_given(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, final=was.final if now.final is None else now.final)


def reason_if_given(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    given = now.incomplete_reason is not None
    return now if given else replace(now, incomplete_reason=was.incomplete_reason)


def texts_if_given(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return final_if_given(was, event, reason_if_given(was, event, now))


def in_place(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    was.tools.update(now.tools)
    return now


def snapshot_adds_draft(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, draft=was.draft + now.draft)


def snapshot_merges_tools(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, tools={**was.tools, **now.tools})


def longer_draft(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
    return replace(now, draft=max(was.draft, now.draft, key=len))


def without(name: str) -> Right:
    """The fold whose snapshots leave that field as it was."""

    def keep(was: ResponseState, event: Event, now: ResponseState) -> ResponseState:
        fields = {field: getattr(now, field) for field in ("status", "draft", "final", "tools")}
        fields |= {field: getattr(now, field) for field in ("incomplete_reason", "approval")}
        return replace(was, **{**fields, name: getattr(was, name)})

    return at("snapshot", keep)
