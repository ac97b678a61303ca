"""Mistakes with the slow client's buffer.

Who joins early is right as well, so most mistakes are modelled twice: of one who joins when there
are too many, and of one who joins at each put.
"""

from labs.diagnosis import Mistake, Model
from labs.streaming_protocol.mistakes.lives import PROBES as PROBES
from labs.streaming_protocol.mistakes.models import buffers as models
from labs.streaming_protocol.mistakes.models import joining, taking

RIGHT = {"ClientBuffer": models.Right}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *buffers: type[models.Right], twice: bool = True) -> None:
    mistake = Mistake(name, f"{question} See slow_client.py's rule.")
    for buffer in buffers:
        kinds = [buffer, models.eager(buffer)] if twice else [buffer]
        MODELS.extend(Model(mistake, {"ClientBuffer": kind}) for kind in kinds)


_mistake(
    "has one limit for all",
    "Two clients, two limits: what does the second one change for the first?",
    models.OneLimit,
    twice=False,
)
_mistake(
    "sets no limit",
    "The client stops reading for an hour: how much will be held for it in the end?",
    models.Endless,
    *map(models.endless_from, (10, 20)),
    twice=False,
)
_mistake(
    "is one too generous",
    "The limit is 1 and two are held: is that more than the limit?",
    models.OneTooMany,
    twice=False,
)
_mistake(
    "joins one pair only",
    "There are too many, and there is more than one pair to join: how many are left?",
    models.FirstPair,
    models.LastPair,
    models.EverySecond,
    twice=False,
)
_mistake(
    "joins across a hole",
    "Number 3, then number 5: what would it say that the joined one stands for?",
    models.AcrossHoles,
)
_mistake(
    "joins across responses",
    "Two responses share a connection: whose text is it then?",
    models.AcrossResponses,
    models.AnyResponsesNumbers,
)
_mistake(
    "joins across what stands between",
    "A delta, a tool's event, a delta: which of them does the client see first?",
    models.AcrossOthers,
    models.AcrossOtherResponses,
)
_mistake(
    "joins what is no delta",
    "A tool has started: what is left of that event once it is joined?",
    models.AnyTypes,
    models.AnyTypesSecond,
    models.TypesAlike,
    models.TypesAlikeWithoutText,
)
_mistake(
    "joins one response only",
    "The newest event is one response's: may two of the other response be joined?",
    models.NewestResponse,
    twice=False,
)
_mistake(
    "compares the wrong number",
    "The next one stands for 4 to 6: with which of its numbers does it go on?",
    models.BySeq,
)
_mistake(
    "does not join what is joined",
    "An event stands for several already: may no more be joined to it?",
    models.SingleOnes,
    models.ShortSpans,
)
_mistake(
    "does not join empty texts",
    "An empty delta is a delta: does it count towards the limit?",
    models.NotEmpty,
)
_mistake(
    "drops deltas",
    "There are too many: may a word be lost, the oldest or the newest?",
    joining.DropsNewest,
    joining.DropsOldest,
    joining.DropsOldestEvent,
    taking.EventsLimited,
    twice=False,
)
_mistake(
    "drops what is no delta",
    "The client must know that the mail went out: which events may never be lost?",
    joining.DropsOthers,
    joining.HoldsTwenty,
    *map(joining.without, joining.EASILY_FORGOTTEN),
)
_mistake(
    "drops the snapshot before",
    "A newer snapshot is there: who has said that the one before may go?",
    joining.NewestSnapshot,
)
_mistake(
    "changes the order",
    "In which order were they put, and in which do they come out?",
    joining.OthersLast,
    joining.OthersFirst,
    joining.JoinedFirst,
)
_mistake(
    "loses text as it joins",
    "Two texts become one: which letters are in it, and in which order?",
    joining.NewestTextOnly,
    joining.FirstTextOnly,
    joining.TextsSwapped,
    joining.TextsSpaced,
    joining.SameTextOnce,
    joining.LongTextCut,
    joining.LongerTextCut,
)
_mistake(
    "changes an event in place",
    "Another client's buffer holds the very same event: what does that client read now?",
    joining.InPlace,
    joining.BeforeInPlace,
    joining.LazilyInPlace,
)
_mistake(
    "forgets with which number it began",
    "The joined one stands for 3 to 5: how does the client know that 3 and 4 are in it?",
    joining.FirstSeqOfLast,
    joining.FirstSeqIsSeq,
)
_mistake(
    "keeps the first one's number",
    "The joined one stands for 3 to 5: which number does the client wait for next?",
    joining.SeqOfFirst,
    joining.FirstWithMoreText,
)
_mistake(
    "keeps the first one's time",
    "The joined one is as new as its newest part: whose time does it bear?",
    joining.TimeOfFirst,
)
_mistake(
    "counts something else",
    "What does `held` count: events, deltas, letters, what was put or what is there?",
    taking.CountsDeltas,
    taking.CountsText,
    taking.CountsPuts,
    taking.CountsOnTake,
)
_mistake(
    "gives the same again",
    "Taken once, and taken again: how often does the client get it?",
    taking.NotEmptied,
)
_mistake(
    "gives a list that it clears",
    "Two names, one list: what does the taker see once you have cleared it?",
    taking.Cleared,
)
_mistake(
    "gives one list to all",
    "Whose is the list that was taken, and what comes into it later?",
    taking.OneListForAll,
    taking.OwnWhenEmpty,
)
_mistake("takes only one", "How much is still held after `take`?", taking.OneAtATime)
_mistake("gives a tuple", "What does `take` give, if not a new list?", taking.Tuples)
_mistake(
    "raises when it is full",
    "The client is slow: is that the writer's fault?",
    taking.Raising,
    taking.RaisingLate,
    twice=False,
)
_mistake(
    "shares between buffers",
    "Two clients, two buffers: what of the one may the other know?",
    taking.sharing(),
)
