"""Mistakes with the intent gate. A probe is what a gate hears, or what two hear in turn."""

import itertools

from labs.calls import Call
from labs.conversation import Transcript
from labs.diagnosis import Mistake, Model, Probe
from labs.interruptible_conversation.mistakes.models import intents as models

_numbers = itertools.count(1)


def _lives(*lives: str) -> Probe:
    """Gates by what each hears: `u1?x` is interim, `u1!x` final; `_` a blank, `@3` a revision."""
    names = [f"gate {next(_numbers)}" for _ in lives]
    calls = [Call("IntentGate", keep=name) for name in names]
    heard = [
        [_call(word, name) for word in life.split()]
        for name, life in zip(names, lives, strict=True)
    ]
    for turn in itertools.zip_longest(*heard):
        calls += [call for call in turn if call is not None]
    return Probe(tuple(calls), check=5)


def _call(word: str, name: str) -> Call:
    said, _, revision = word.replace("_", " ").partition("@")
    final = "!" in said
    utterance_id, _, text = said.partition("!" if final else "?")
    return Call("hear", (Transcript(utterance_id, int(revision or 1), text, final),), on=name)


PROBES = [
    *map(_lives, ("u1?x", "u1?", "u1!x", "u1!", "u1!_", "u1!_x_", "u1!X", "u1!x@0", "u1?_")),
    *map(_lives, ("u1?x u1!y", "u1?x u1?y u1!z", "u1?x u1?x u1!x", "u1?_ u1!x", "u1?x u1!_")),
    *map(_lives, ("u1!x u1!x", "u1!x u1!y", "u1!x@1 u1!x@2", "u1!x@2 u1!y@1", "u1!x u1?x")),
    *map(_lives, ("u1!x u1?y u1!x", "u1!_ u1!x", "u1! u1!x", "u1!_ u1?x", "u1?x@5 u1!x@3")),
    *map(_lives, ("u1!x u2!y", "u1!x u2!x", "u1!x u2!y u1!x", "u1?x u2!y u1!x", "u1!x U1!y")),
    *map(_lives, ("u1?x u2?y u1!z", "u1!_ u2!y", "u1!_ u2!_ u1!x", "u2!x u1!y")),
    _lives("u1!x", "u1!x"),
]
RIGHT = {"IntentGate": models.Right}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *gates: type[models.Right]) -> None:
    mistake = Mistake(name, f"{question} See intent.py's rule.")
    MODELS.extend(Model(mistake, {"IntentGate": gate}) for gate in gates)


_mistake(
    "acts on whatever it hears",
    "Ticket forty, no, fourteen: at which moment has the user said what he means?",
    models.Everything,
)
_mistake(
    "acts on the first it hears",
    "The first that is heard of an utterance is a guess: what settles it?",
    models.First,
    models.FirstUnblank,
)
_mistake(
    "lets an interim one settle",
    "An interim transcript came before: has the utterance been acted upon?",
    models.InterimSettles,
)
_mistake(
    "tells the interim text",
    "Interim and final say different things: which text does the Intent have?",
    models.LastInterim,
    models.FirstInterim,
    models.Joining,
)
_mistake(
    "waits for an interim one first",
    "Somebody says one short word: must an interim transcript have come before the final one?",
    models.NeedsInterim,
)
_mistake(
    "acts on every final",
    "The same final is delivered twice: how often does the user want it done?",
    models.EveryFinal,
)
_mistake(
    "acts on a final that says something else",
    "Two finals of one utterance differ: which of them is news?",
    models.ByText,
    models.ByRevision,
)
_mistake(
    "takes the same words for the same utterance",
    "Yesterday and today the user says the same: is that one utterance?",
    models.ByTextAlone,
)
_mistake(
    "mixes the utterances",
    "One utterance is settled: what does another one know of that?",
    models.OneForAll,
)
_mistake(
    "remembers the last utterance only",
    "A final is delivered again after another utterance: how do you know that it is old?",
    models.LastOnly,
)
_mistake(
    "lets a blank final settle nothing",
    "A blank final one is final: what may still come of its utterance?",
    models.BlankIsOpen,
)
_mistake(
    "acts on a blank final",
    "Nothing was said in the end: what is there to act upon?",
    models.BlankCounts,
)
_mistake(
    "takes only the empty text for blank",
    "What is left of a text of blanks once they are stripped?",
    models.OnlyEmptyIsBlank,
)
_mistake(
    "changes the text",
    "The final text, as it is: who may tidy it up?",
    models.Stripping,
    models.Lowering,
)
_mistake(
    "lets the highest revision win",
    "A final comes with a low number: what do revisions decide?",
    models.Highest,
)
_mistake(
    "acts again on a higher revision",
    "The utterance is settled, and a final with a higher number comes: what do revisions decide?",
    models.HigherAgain,
)
_mistake(
    "takes revision 0 for none",
    "The first thing heard of an utterance is its final: does its number matter?",
    models.Revised,
)
_mistake(
    "raises at a repeat",
    "A final is delivered again, as messages are: is that an error, or None?",
    models.Raising,
)
_mistake(
    "opens a settled utterance again",
    "Something interim comes after the final one: is the utterance open again?",
    models.Reopening,
)
_mistake(
    "answers no Intent",
    "Two fields, one class: what does the caller need in order to act?",
    models.Telling,
    models.Pairs,
    models.Whole,
)
_mistake("swaps id and text", "Which field of an Intent comes first?", models.Swapped)
_mistake("lets nothing through", "Which transcript gives an Intent at all?", models.Never)
_mistake(
    "shares between gates",
    "Two gates, two conversations: whose is the collection of what is settled?",
    models.sharing(),
)
