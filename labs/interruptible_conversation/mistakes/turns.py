"""Mistakes with the turn buffer. A probe is a buffer's life, or that of two at once."""

import itertools

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.interruptible_conversation.mistakes.models import turns as models

_numbers = itertools.count(1)


def _lives(*lives: str) -> Probe:
    """Buffers by what each hears, in turn: `a` begins, `a+x` appends; `-` is an empty id."""
    names = [f"buffer {next(_numbers)}" for _ in lives]
    calls = [Call("TurnBuffer", keep=name) for name in names]
    heard = [
        [_call(word, name) for word in life.split()]
        for name, life in zip(names, lives, strict=True)
    ]
    for turn in itertools.zip_longest(*heard):
        calls += [call for call in turn if call is not None]
    seen = [Call(what, on=name) for name in names for what in ("turn", "text")]
    return Probe((*calls, *seen), check=1)


def _call(word: str, name: str) -> Call:
    turn_id, appends, text = word.replace("-", "").replace("_", " ").partition("+")
    return Call("append", (turn_id, text), name) if appends else Call("begin", (turn_id,), name)


PROBES = [
    *map(_lives, ("", "a", "a b", "a a", "a a+x a", "a+x", "a+", "a a+x", "a a+x a+y", "a a+")),
    *map(_lives, ("a+x a+y", "a+x a", "a a+x b", "a b a", "a b a+", "a b a+x", "a b a+x b+y")),
    *map(
        _lives, ("a b b+x a", "a b a a+x", "a b a b+x", "a b c a", "a b c d a", "a c+x", "a c+x c")
    ),
    *map(_lives, ("b a", "b a a+x", "b a b+x", "b a c+x", "9 10", "9 10 10+x", "- -+x", "A a+x")),
    *map(_lives, ("a a+_x_", "a a+x a+ a+y", "aa b b+x")),
    _lives("a a+x", "a a+y"),
]
RIGHT = {"TurnBuffer": models.Right}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *buffers: type[models.Right]) -> None:
    mistake = Mistake(name, f"{question} See turns.py's rule.")
    MODELS.extend(Model(mistake, {"TurnBuffer": buffer}) for buffer in buffers)


_mistake(
    "restarts an old turn",
    "A start that comes a second time, after another turn has begun: is it news?",
    models.Restarting,
)
_mistake(
    "forgets all but the last turns",
    "How long ago may a turn have been begun, and still not begin again?",
    models.RememberingOne,
)
_mistake(
    "believes every start",
    "The same start is delivered twice: what is left of the text on the screen?",
    models.Believing,
)
_mistake(
    "clears the text at a repeated start",
    "The turn on the screen is begun again: which of its words have been said in vain?",
    models.Clearing,
    models.ClearingAsNew,
)
_mistake(
    "calls a repeated start new",
    "Nothing changes as the current turn is begun again: was it new, then?",
    models.TrueAgain,
)
_mistake(
    "keeps the old turn's text",
    "A new turn begins: whose words are still on the screen?",
    models.KeepingText,
)
_mistake(
    "lets a refused start clear the text",
    "The answer is False: is the screen as it was before?",
    models.ClearingFirst,
)
_mistake(
    "lets a refused start be the turn",
    "A start is refused: whose turn is it then, and whose words are let through?",
    models.TakingTheRefused,
    models.NewestRefused,
)
_mistake(
    "takes the greatest id for the newest",
    "An id tells who, not when: what makes a turn the current one?",
    models.Greatest,
    models.GreatestAppends,
    models.NoOlderAppends,
)
_mistake(
    "shows whatever comes",
    "A word comes of a turn that is over: who sees it, and under whose name?",
    models.Showing,
    models.ShowingBegun,
)
_mistake(
    "shows late words and denies it",
    "The answer is False: has the text stayed as it was?",
    models.ShowingQuietly,
)
_mistake(
    "says True of words it leaves out",
    "A word that is not shown: what is the answer to whoever said it?",
    models.TrueButUnshown,
)
_mistake(
    "refuses an empty text",
    "Whose is an empty text: does its length say which turn it belongs to?",
    models.RefusingEmpty,
)
_mistake(
    "accepts an empty text of any turn",
    "An empty text of a turn that is over: does it belong to the current one?",
    models.EmptyForAll,
)
_mistake(
    "lets words come before the first turn",
    "No turn was begun yet: to which one could a word belong?",
    models.ShowingEarly,
    models.AppendAdopts,
)
_mistake(
    "begins a turn by its words",
    "A word of a turn that was never begun: which call alone begins one?",
    models.AppendBegins,
)
_mistake(
    "raises where it should refuse",
    "Something comes late, as things do: is that an error, or just a False?",
    models.Raising,
    models.RaisingAgain,
)
_mistake(
    "answers neither True nor False",
    "What does the caller get if you return nothing, and is it one of the two answers?",
    models.Silent,
    models.SilentRefusals,
)
_mistake(
    "keeps only the newest word",
    "A word comes, then another: what does the screen read?",
    models.Replacing,
)
_mistake(
    "changes the text",
    "Who put the blanks into the text, or left them out: the speaker, or you?",
    models.Stripping,
    models.Spacing,
)
_mistake(
    "has something before the first turn",
    "What are `turn` and `text` of a buffer that has heard nothing?",
    models.FirstEmpty,
    models.TextAbsent,
)
_mistake(
    "takes an empty id for none",
    "Ids are opaque: what tells an empty id from no turn at all?",
    models.EmptyIdIsNone,
)
_mistake(
    "shares what was begun",
    "Two buffers, two conversations: whose is the collection of what was begun?",
    models.sharing(),
)
