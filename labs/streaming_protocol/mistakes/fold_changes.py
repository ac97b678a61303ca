"""Mistakes with the fold: what an event changes. Which events count is in the module `fold`."""

from labs.diagnosis import Mistake, Model
from labs.streaming_protocol.mistakes.models import changes as by
from labs.streaming_protocol.mistakes.models.folds import Right

CHANGES: list[Model] = []


def _mistake(name: str, question: str, *folds: Right) -> None:
    mistake = Mistake(name, f"{question} See fold.py's rule.")
    CHANGES.extend(Model(mistake, {"fold": one.fold}) for one in folds)


_mistake(
    "takes the draft for the final text",
    "Moderation has changed the text in the end: where is the final one?",
    by.at("response.completed", by.draft_is_final),
)
_mistake(
    "writes the final text over the draft",
    "The end comes with a text of its own: which field is it for?",
    by.at("response.completed", by.final_is_draft),
)
_mistake(
    "makes a draft final at a cancel",
    "It was cut off: is what was there by then a final text?",
    by.at(by.CUT, by.cut_is_final),
    by.at("response.cancelled", by.cut_is_final),
)
_mistake(
    "throws the draft away at an end",
    "Stop was pressed: what of the words that were there already?",
    by.at(by.CUT, by.draft_is_cleared),
    by.at(by.END, by.draft_is_cleared),
    by.at("response.completed", by.draft_is_cleared),
)
_mistake(
    "leaves the reason out",
    "It is incomplete: what of the event's data says why?",
    by.at(by.CUT, by.no_reason),
    by.at(by.CUT, by.reason_stays),
    by.at("response.failed", by.reason_stays),
    by.at(by.CUT, by.reason_is_status),
    by.at("response.failed", by.no_reason),
)
_mistake(
    "takes an empty text for none",
    "A final text or a reason may be an empty one: is that the same as none?",
    by.at("snapshot", by.no_empty_final),
    by.at("snapshot", by.no_empty_reason),
    by.at("snapshot", by.no_empty_texts),
    by.at(by.CUT, by.no_empty_reason),
    by.at(by.CUT, by.unknown_reason),
    by.at(by.CUT, by.reason_or_status),
    by.at("response.completed", by.no_empty_final),
)
_mistake(
    "leaves the approval open at the end",
    "The response has ended and the card still waits: what would its button do?",
    by.at(by.END, by.approval_stays),
    by.at(by.CUT, by.approval_stays),
    by.at("response.completed", by.approval_stays),
)
_mistake(
    "leaves the approval open as its tool goes on",
    "The operation that waited has begun, or is over: for what does its card still wait?",
    by.at(by.TOOL, by.approval_stays),
    by.at("tool.completed tool.failed tool.cancelled", by.approval_stays),
    by.at("tool.failed tool.cancelled", by.approval_stays),
    by.at("tool.cancelled", by.approval_stays),
    by.at("tool.started", by.approval_stays),
    by.at("tool.completed", by.approval_stays),
    by.at("tool.failed", by.approval_stays),
    by.at("tool.completed tool.failed", by.approval_stays),
)
_mistake(
    "clears the approval at any tool's event",
    "One tool waits for approval, another one ends: whose card goes away?",
    by.at(by.TOOL, by.approval_goes),
    by.at("tool.started", by.approval_goes),
    by.at(by.TOOL, by.ids_begin_alike),
)
_mistake(
    "keeps another approval than the last",
    "Something else is to be approved now: what exactly does the card show?",
    by.at("approval.required", by.first_approval_stays),
    by.at("approval.required", by.only_arguments),
    by.at("approval.required", by.approval_stays),
)
_mistake(
    "takes an approval for a tool's state",
    "Something waits for approval: which types of event say how a tool stands?",
    by.at("approval.required", by.asked_is_waiting),
)
_mistake(
    "keeps only the newest delta",
    "A delta comes, then another: what does the draft read?",
    by.at(by.DELTA, by.delta_replaces),
)
_mistake(
    "changes the text of a delta",
    "Who put the blanks into the text: is it yours to tidy up?",
    by.at(by.DELTA, by.delta_is_stripped),
)
_mistake(
    "cuts a long draft",
    "Thousands of deltas have come: how much of what they said is in the draft?",
    *map(by.draft_cut_at, (1_000, 2_000, 4_096, 10_000)),
)
_mistake(
    "lets a delta start the response",
    "Which type of event sets the status to streaming?",
    by.at(by.DELTA, by.delta_starts),
    by.at(f"{by.DELTA} {by.TOOL}", by.delta_starts),
)
_mistake(
    "forgets a tool once it is over",
    "A tool has done its work: how does the screen say so, if nothing is left of it?",
    by.at("tool.completed tool.failed tool.cancelled", by.finished_goes),
    by.at("tool.completed", by.finished_goes),
    by.at(by.TOOL, by.running_only),
)
_mistake(
    "leaves tools out",
    "Four types of event are about tools: which of them changes nothing in yours?",
    by.at(by.TOOL, by.tools_stay),
    by.at("tool.cancelled", by.tools_stay),
    by.at("tool.failed", by.tools_stay),
    by.at(by.TOOL, by.known_tools_only),
)
_mistake(
    "keeps one tool only",
    "Two tools run at once: how many are in `tools`?",
    by.at(by.TOOL, by.one_tool),
)
_mistake(
    "calls a tool's state otherwise",
    "Four events, four words: which word belongs to which?",
    by.at(by.TOOL, by.kind_as_word),
    by.at(by.TOOL, by.data_as_word),
    by.at("tool.failed", by.failed_is_cancelled),
)
_mistake(
    "lets a tool's first end stand",
    "It was cancelled, or had failed, and then it is done after all: how does that tool stand now?",
    by.at(by.TOOL, by.cancelled_stays),
    by.at(by.TOOL, by.failed_stays),
    by.at(by.TOOL, by.over_stays),
)
_mistake(
    "clears what the event does not name",
    "A snapshot has brought a text and a reason: which fields does the event that comes next name?",
    by.at(by.CUT, by.no_final),
    by.at("response.cancelled", by.no_final),
    by.at("response.failed", by.no_final),
    by.at("response.completed", by.no_reason),
    by.at("response.started", by.no_reason),
    by.at("response.started", by.no_final),
    by.at("response.started", by.begun_anew),
)
_mistake(
    "changes the tools in place",
    "Somebody still holds the state from before: what is in its `tools` now?",
    by.at(by.TOOL, by.in_place),
)
_mistake(
    "adds a snapshot to what is there",
    "A snapshot is the whole: what is left of what was there before it?",
    by.at("snapshot", by.snapshot_adds_draft),
    by.at("snapshot", by.snapshot_merges_tools),
    by.at("snapshot", by.longer_draft),
)
_mistake(
    "leaves something of a snapshot out",
    "A snapshot replaces six fields: which one of them did you leave as it was?",
    by.at("snapshot", by.final_if_given),
    by.at("snapshot", by.reason_if_given),
    by.at("snapshot", by.texts_if_given),
    *map(by.without, ("draft", "status", "final", "incomplete_reason", "tools", "approval")),
)
