"""Mistakes with the fold. A probe is a state and an event."""

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.streaming_protocol.mistakes.fold_changes import CHANGES
from labs.streaming_protocol.mistakes.models import ends
from labs.streaming_protocol.mistakes.models import folds as models
from labs.streaming_protocol.mistakes.models.fold_cases import cases
from labs.streaming_protocol.trials.spec import TOOLS

PROBES = [Probe((Call("fold", both, watched=both[1].type in TOOLS),), check=1) for both in cases()]
RIGHT = {"fold": models.Right().fold}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *folds: models.Right) -> None:
    mistake = Mistake(name, f"{question} See fold.py's rule.")
    MODELS.extend(Model(mistake, {"fold": one.fold}) for one in folds)


_mistake(
    "applies what comes after a gap",
    "Number 7 comes after number 3: what does the client know of 4 to 6?",
    models.AnythingFits(),
    models.AnythingFitsWithGap(),
    models.BeyondFits(),
)
_mistake(
    "applies what overlaps",
    "An event stands for 3 to 5, and 3 is in the draft already: how often is it there then?",
    models.OverlapFits(),
)
_mistake(
    "drops what overlaps",
    "An event stands for 3 to 5, and 3 is known: are 4 and 5 known as well?",
    models.OverlapIsOld(),
)
_mistake(
    "refuses joined events",
    "An event may stand for several: which of its two numbers must be the next one?",
    models.SeqFits(),
    models.ShortSpansFit(),
)
_mistake(
    "says nothing of a gap",
    "Something is missing: by what would the client know that it has to ask again?",
    models.SilentGap(),
)
_mistake(
    "moves on across the gap",
    "What was missing is delivered at last: does its number still count as new?",
    models.GapMovesOn(),
)
_mistake(
    "never clears the gap",
    "What was missing has come: how long does the client go on asking?",
    models.GapStays(),
    models.GapStaysUntilSnapshot(),
    ends.GapStaysAfterTheEnd(),
)
_mistake(
    "raises where it should go on",
    "Events come twice and too early, as events do: is that an error, or a state?",
    models.GapRaises(),
    models.OldRaises(),
)
_mistake(
    "takes an old event for a gap",
    "An event comes a second time: is anything missing?",
    models.OldIsGap(),
    models.DuplicateIsGap(),
)
_mistake(
    "clears the gap at an old event",
    "An old event comes again: has what was missing come with it?",
    models.OldClearsGap(),
)
_mistake(
    "applies an event twice",
    "The same delta is delivered twice: how often is its text in the draft?",
    models.OldApplies(),
    models.DuplicateApplies(),
    models.DuplicateFits(),
)
_mistake(
    "folds another response's events",
    "Two responses at once, each with its own numbers: whose event is this?",
    models.Anyones(),
    models.BeginsAlike(),
    models.IsPart(),
)
_mistake(
    "takes a stranger's event for a gap",
    "An event of another response comes: what is missing in this one?",
    models.StrangeIsGap(),
)
_mistake(
    "ignores a snapshot that leaps",
    "A snapshot holds all up to its number: which numbers does it need before it?",
    models.SnapshotMustFit(),
    models.SnapshotLeapIgnored(),
    models.SnapshotLeapsAreShort(),
)
_mistake(
    "goes back to an old snapshot",
    "A snapshot comes late, with a number already passed: which of the two knows more?",
    models.OldSnapshotApplies(),
)
_mistake(
    "asks whether two numbers are the same object",
    "Two numbers are equal, and large: does Python have to keep them as one and the same object?",
    models.SmallNumbersFit(),
)
_mistake(
    "counts otherwise than the events",
    "An event stands for 4 to 6: with which number must the next one begin?",
    models.CountsByOne(),
    models.CountsFirst(),
)
_mistake(
    "loses tool events after the end",
    "The response is cancelled, and then the mail goes out after all: who is told?",
    ends.Closed(),
    ends.ToolsLost(),
    ends.LateSnapshotLost(),
)
_mistake(
    "stands still after the end",
    "An event comes after the end: which number is expected after that one?",
    ends.StandsStill(),
    ends.ToolsAlone(),
    ends.StandsStillButForTools(),
)
_mistake(
    "knows no end",
    "The response has ended: which three things may still change?",
    ends.NoEnd(),
    ends.CompletedOnlyEnds(),
)
_mistake(
    "lets the draft grow after the end",
    "A late delta comes after a cancel: is the draft still being written?",
    ends.DraftGoesOn(),
    ends.LateDeltaJoins(),
)
_mistake(
    "lets a snapshot reopen the end",
    "It has ended, and a snapshot says otherwise: which of its fields still count?",
    ends.SnapshotReopens(),
    ends.SnapshotLeavesStatus(),
)
_mistake(
    "clears the approval after the end",
    "Three things may change after the end: is the approval one of them?",
    ends.ToolClearsApproval(),
    ends.ClearsApproval(),
)
_mistake(
    "decides the end twice",
    "It was cancelled, and now it is completed: how many ends has a response?",
    ends.LastEndWins(),
)
_mistake(
    "asks for approval after the end",
    "The response has ended: for what would somebody approve something?",
    ends.AsksAfterTheEnd(),
    ends.LateApprovalWaits(),
)
MODELS += CHANGES
