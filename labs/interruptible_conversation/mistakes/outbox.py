"""Mistakes with the outbox. A probe is an outbox's life, or that of two at once; its limit is 3."""

import itertools

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.interruptible_conversation.mistakes.models import dropping, taking
from labs.interruptible_conversation.mistakes.models import outbox as models

_numbers = itertools.count(1)
_LIMIT = 3


def _lives(*lives: str) -> Probe:
    """Outboxes by what is done to each: `a+xx` puts, `a-` drops, `take` takes; `.` looks."""
    names = [f"outbox {next(_numbers)}" for _ in lives]
    calls = [Call("Outbox", (_LIMIT,), keep=name) for name in names]
    done = [
        [_call(word, name) for word in life.split()]
        for name, life in zip(names, lives, strict=True)
    ]
    for turn in itertools.zip_longest(*done):
        calls += [call for call in turn if call is not None]
    return Probe(tuple(calls), check=2)


def _call(word: str, name: str) -> Call:
    turn_id, puts, text = word.partition("+")
    if puts:
        return Call("put", (turn_id, text), on=name)
    if word.endswith("-"):
        return Call("drop", (word[:-1],), on=name)
    return Call("take" if word == "take" else "pending", on=name)


PROBES = [
    *map(_lives, (".", "take", "a-", "a+x", "a+x .", "a+x take", "a+xxx", "a+xx . b+y .")),
    *map(_lives, ("a+xx b+yy", "a+xx b+yy .", "a+xx b+yy take", "a+x b+x c+x d+x", "a+x b+xxx")),
    *map(
        _lives, ("a+xx b+xxx .", "a+xx b+yy b+y", "a+xxxx", "a+xxxx .", "b+x a+xxxx", "a+xxx b+x")
    ),
    *map(_lives, ("a+", "a+ take", "a+xxx b+", "a+xxx b+ take", "a+\u20ac", "a+\u20ac .")),
    *map(
        _lives, ("a+x take take", "a+x take .", "a+xxx take b+yyy", "b+x a+y take", "a+x b+y take")
    ),
    *map(_lives, ("a+x b+y a+z take", "a+x a+y take", "a+x a+x take", "a+x a+x .")),
    *map(_lives, ("a+xx a-", "a+xx a- .", "a+xx a- take", "a+xx a- b+yyy", "a+xx a- take b+yyy")),
    *map(_lives, ("a+xx a- a-", "a- a+x", "a- a+", "a- a+xxxx", "a+x a- a+y", "a+x a- a+")),
    *map(_lives, ("a+x a- a+yyyy", "a+x b+y a-", "a+x b+y a- take", "a+x b+y b- .", "a+x b-")),
    *map(_lives, ("a+x b- take", "a+x a+y a-", "a+x a+y a- take", "a+x a+y a+z a-")),
    *map(_lives, ("a+xx take a-", "a+xx take a- .", "a+xx take a- a-", "a+xx take a- a+y")),
    *map(_lives, ("a+x take a+yy a-", "a+x a- take a+y", "a+x b+y a- b- a+z", "a- b- a+x")),
    _lives("a+x take", "b+y . take"),
    _lives("a+x a-", "b+y a+z take"),
]
RIGHT = {"Outbox": models.Right}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *outboxes: type[models.Right]) -> None:
    mistake = Mistake(name, f"{question} See outbox.py's rule.")
    MODELS.extend(Model(mistake, {"Outbox": outbox}) for outbox in outboxes)


_mistake(
    "counts items",
    "Ten words or ten letters: what of a text does `len` count, and what is limited?",
    models.Items,
)
_mistake("counts bytes", "How many characters has one euro sign, and how many bytes?", models.Bytes)
_mistake(
    "sets no limit",
    "A listener stops reading for ever: how much will be held for it in the end?",
    models.Endless,
)
_mistake(
    "looks only at what is held",
    "There is room for one: does a text of two fit?",
    models.LooksAtHeld,
    models.OneTooMany,
)
_mistake(
    "refuses what fits exactly",
    "The last place is free and one character comes: is that more than the limit?",
    models.NotExactly,
    models.NotExactlyUnlessAlone,
)
_mistake(
    "calls too long what fits exactly",
    "A text exactly as long as the limit: will it never fit?",
    models.TooLongExactly,
)
_mistake(
    "asks about the length before the turn",
    "A long text of a turn that was dropped: which of the two questions comes first?",
    models.TooLongFirst,
)
_mistake(
    "asks whether it fits before whether it ever will",
    "Who is told to wait and try again, with a text that never fits, waits how long?",
    models.FitFirst,
    models.FitWhenHeld,
)
_mistake(
    "asks for emptiness before the turn",
    "An empty text of a turn that was dropped: which of the two questions comes first?",
    models.EmptyFirst,
)
_mistake("queues empty texts", "What is there to send of an empty text?", models.EmptyQueued)
_mistake(
    "refuses empty texts",
    "An empty text takes no room: for what would it have to wait?",
    models.EmptyRefused,
)
_mistake(
    "raises another exception",
    "Which exception does the rule name for a text that never fits?",
    models.RaisingOtherwise,
)
_mistake(
    "raises where it should refuse",
    "No room at present, or a turn that is over: is that an error, or a False?",
    models.RaisingWhenFull,
    models.RaisingWhenOver,
)
_mistake(
    "makes room by throwing away",
    "What was accepted is promised: who will miss it if a new text takes its place?",
    models.Oldest,
)
_mistake(
    "cuts the text to fit",
    "Half a text is queued: who says the other half?",
    models.Cutting,
)
_mistake(
    "keeps something of what it refuses",
    "The answer is False: are count and queue as they were before?",
    models.Counting,
    models.Queueing,
)
_mistake(
    "swallows a repeated text",
    "Somebody says the same word twice: how often is it heard?",
    models.Distinct,
)
_mistake("does not say that it queued", "It is queued: what is the answer?", models.Silent)
_mistake(
    "gives the same again",
    "Taken once, and taken again: how often does the listener get it?",
    taking.NotEmptied,
)
_mistake(
    "keeps the count of what was taken",
    "Everything was taken: how many characters are held now?",
    taking.NotCountedDown,
)
_mistake(
    "gives a list that it clears",
    "Two names, one list: what does the taker see once you have cleared it?",
    taking.Cleared,
)
_mistake(
    "changes the order",
    "In which order were they put, and in which do they come out?",
    taking.Sorting,
    taking.Stack,
    taking.ByTurn,
)
_mistake(
    "joins what was put apart",
    "Two texts were put: how many pairs come out, and between which others?",
    taking.Joined,
)
_mistake(
    "gives another shape",
    "What is one item of what `take` gives: its parts, their order, its type?",
    taking.Texts,
    taking.Lists,
    taking.Tuples,
    taking.Swapped,
)
_mistake(
    "makes pending a method",
    "The caller reads `pending` and does not call it: what does he get?",
    models.MethodPending,
)
_mistake(
    "forgets the count when it drops",
    "The pairs are gone: and the number of characters, does it still equal what is held?",
    dropping.Uncounted,
    dropping.UncountedEver,
)
_mistake(
    "does not remember what was dropped",
    "The speaker of a dropped turn says one more word: how do you know that it is over?",
    dropping.Unremembered,
    dropping.Forgetful,
    dropping.LastDropped,
)
_mistake(
    "remembers only a turn that held something",
    "A turn is dropped before it has said a word: what if it speaks afterwards?",
    dropping.OnlyWhatWasHeld,
)
_mistake(
    "counts as dropped what was taken",
    "What was taken has been sent: how much of it can still be thrown away?",
    dropping.WhateverWasPut,
    dropping.WhateverWasPutAgain,
    dropping.WhateverIsSaid,
)
_mistake(
    "keeps what it should throw away",
    "A turn is dropped: what of it may the listener still get?",
    dropping.Kept,
)
_mistake("drops nothing", "What is different after `drop`, and for how long?", dropping.Nothing)
_mistake(
    "drops every turn",
    "Two turns have something here and one is dropped: what is left?",
    dropping.Everything,
)
_mistake(
    "drops some of it only",
    "A turn has put three texts, one after the other: how many of them does your loop meet?",
    dropping.FirstOnly,
    dropping.EverySecond,
)
_mistake(
    "answers another number when it drops",
    "What does `drop` count, in which unit, and of which turn?",
    dropping.CountsPairs,
    dropping.CountsTheRest,
    dropping.Whether,
    dropping.SaysNothing,
)
_mistake(
    "cannot drop a turn that holds nothing",
    "Nothing is held of that turn: how many characters is that?",
    dropping.Unknown,
)
_mistake(
    "shares between outboxes",
    "Two outboxes, two listeners: what of the one may the other know?",
    dropping.sharing(queue=True),
    dropping.sharing(queue=False),
)
