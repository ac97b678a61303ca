"""Mistakes with the operation ledger. A probe is a ledger's life, or that of two at once."""

import itertools
import json
from dataclasses import replace

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.streaming_protocol.mistakes.models import conflicts, finishing
from labs.streaming_protocol.mistakes.models import ledgers as models
from labs.streaming_protocol.trials.operations import DIGITS, UP

_numbers = itertools.count(1)


def _lives(*lives: str) -> Probe:
    """Ledgers by what each hears: `a/f` begins `a` with fingerprint `f`, `a=1` finishes it."""
    names = [f"ledger {next(_numbers)}" for _ in lives]
    calls = [Call("OperationLedger", keep=name) for name in names]
    heard = [
        [_call(word, name) for word in life.split()]
        for name, life in zip(names, lives, strict=True)
    ]
    for turn in itertools.zip_longest(*heard):
        calls += [call for call in turn if call is not None]
    return Probe(tuple(calls), check=4)


def _call(word: str, name: str) -> Call:
    operation_id, finishes, said = word.partition("=")
    if finishes:
        return Call("finish", (operation_id, json.loads(said)), on=name)
    operation_id, _, fingerprint = word.partition("/")
    return Call("begin", (operation_id, fingerprint), on=name)


_FAILURES = ('{"ok":false}', '{"status":"failed"}', '{"failed":true}')
_NEARLY = (
    *(('{"x":1}', '{"x":2}'), ('{"x":1}', '{"y":1}'), ('[{"x":1}]', '[{"x":2}]')),
    *(("null", "false"), ("null", "0"), ('""', "null"), ("[]", "{}"), ("1.5", "1")),
)
_FALSY = ("null", "false", "0", '""', "[]", "{}")
PROBES = [
    *map(_lives, ("a/f", "a/f a/f", "a/f a/f a/f", "a/f b/f", "a/f b/g", "a/f A/f", "/f /f")),
    *map(_lives, ("a/f a/g", "a/f a/g a/f", "a/f a/g a/g", "a/f a/F", "a/ a/", "a/ a/f")),
    *map(_lives, ("a/f a=1 a/f", "a/f a=1 a/f a/f", "a/f a=1 a/g", "a/f a=1 a/g a/f")),
    *map(_lives, ("a/f a=1 a/g a/g", "a/f a/g a=1 a/f", "a/f a/g a=1 a/g", "a/f a/f a=1 a/f")),
    *[_lives(f"a/f a={result} a/f") for result in (*_FALSY, '"x"', '{"error":1}', "[1]")],
    *[_lives(f"a/f a={result} a=7 a/f") for result in _FALSY],
    *map(_lives, ("a=1", "a=1 a/f", "a=1 a/f a/f", "a/f b=1", "a/f b=1 b/f", "a/f b=null")),
    *map(_lives, ("a/f a=1 a=1", "a/f a=1 a=1 a/f", "a/f a=1 a=2", "a/f a=1 a=2 a/f")),
    *map(_lives, ("a/f a=null a=null", "a/f a=[1] a=[1]", "a/f a=1 a=null", "a/f a=1 a=null a/f")),
    *map(_lives, ("a/f b/f b=1 a/f", "a/f a=1 b/f", "a/f b/f a=1 b=2 a/f b/f", "a/f a=1 b/f a/f")),
    _lives('a/f a={"x":1,"y":2} a={"y":2,"x":1} a/f'),
    _lives('a/f a="failed" a/f'),
    *[_lives(f"a/f a={result} a/f") for result in _FAILURES],
    *[_lives(f"a/f a={one} a={other}") for one, other in _NEARLY],
    *[_lives(f"a/f a={result} a/f") for result in ("1.5", "-1.5")],
    Probe(_lives(" ".join(f"o{n}/f" for n in range(40)) + " o0/f").calls, check=4, brief=True),
    *[
        replace(_lives(f"a/f a={json.dumps(one, separators=(',', ':'))} a/f"), brief=True)
        for one in ("x" * 6_000, UP)
    ],
    *map(_lives, ("a/f b/f a/g b/g a/g", "a/f a/g a/h a/f", f"a/{DIGITS}a a/{DIGITS}b")),
    _lives(f"{DIGITS}a/f {DIGITS}b/f"),
    _lives("a/f", "a/f"),
    _lives("a/f a=1", "a/g a=2 a/f"),
]
RIGHT = {"OperationLedger": models.Right}
MODELS: list[Model] = []


def _mistake(name: str, question: str, *ledgers: type[models.Right]) -> None:
    mistake = Mistake(name, f"{question} See operations.py's rule.")
    MODELS.extend(Model(mistake, {"OperationLedger": ledger}) for ledger in ledgers)


_mistake(
    "runs what is in doubt again",
    "It was begun, and nobody knows how it ended: was the mail sent or not?",
    models.NewAgain,
    models.NewAgainWhateverItIs,
    models.RetriesOnce,
)
_mistake(
    "remembers nothing",
    "Whoever asks may run it: how often does the mail go out?",
    models.No,
    models.NoButForFinish,
)
_mistake(
    "takes what is in doubt for done",
    "It was begun and has not been finished: which result could you give?",
    models.DoneAtOnce,
)
_mistake(
    "runs what is done again",
    "It is finished, and asked for again: does it take another run to have the result?",
    models.NewAfterDone,
    models.DoubtAfterDone,
    models.FailuresAgain,
    models.NotOkAgain,
    models.FailedAgain,
    models.NotOkInDoubt,
)
_mistake(
    "forgets what has been handed out",
    "The result is asked for a third time: is it still there?",
    models.PopsResult,
)
_mistake(
    "lets a conflict overwrite",
    "Another recipient under the same id: whose operation is it afterwards?",
    conflicts.ConflictOverwrites,
    conflicts.ConflictIsNew,
    conflicts.ConflictBeginsAnew,
    conflicts.ConflictIsANewOne,
    conflicts.RemembersTheLastConflict,
    conflicts.RemembersOneConflictOfEach,
)
_mistake(
    "does not look at the fingerprint",
    "The same id and other arguments: is that the same operation?",
    conflicts.AnyFingerprint,
)
_mistake(
    "sees no conflict once it is finished",
    "It is done, and the same id comes with other arguments: is the old result an answer to that?",
    conflicts.DoneBeforeConflict,
)
_mistake(
    "sees a conflict only once it is finished",
    "It is under way, and the same id comes with other arguments: is that the same operation?",
    conflicts.ConflictOnlyWhenDone,
)
_mistake(
    "raises at a conflict",
    "There is a word for a conflict: is an exception it?",
    conflicts.RaisesAtConflict,
)
_mistake(
    "gives a result with a conflict",
    "Who asks with other arguments: what may he know of the first one's result?",
    conflicts.ConflictTells,
)
_mistake(
    "takes a falsy result for none",
    "A tool finds nothing, and says so with an empty list: is it finished?",
    models.Truthy,
    models.NotNone,
    finishing.TruthyInFinish,
)
_mistake(
    "goes by the fingerprint",
    "Two mails with the same text, under two ids: is that one mail?",
    models.ByFingerprint,
)
_mistake("mixes the operations", "Two operations: whose result is it?", models.LastOne)
_mistake(
    "finishes what was never begun",
    "Something is finished that nobody began: what has gone wrong, and who hears of it?",
    finishing.FinishesAnything,
    finishing.IgnoresStrangeFinish,
    finishing.FinishBegins,
)
_mistake(
    "raises another exception",
    "Which exception does the rule name for what was never begun?",
    finishing.KeyErrors,
)
_mistake(
    "lets a second finish overwrite",
    "It ended in one way, and then somebody says in another: which one was handed out already?",
    finishing.LastFinishWins,
)
_mistake(
    "keeps silent about another result",
    "Two reports of one operation differ: who hears of it?",
    finishing.FirstFinishWins,
)
_mistake(
    "refuses the same result again",
    "The same report is delivered twice, as messages are: is that an error?",
    finishing.FinishOnce,
)
_mistake(
    "compares results by their text",
    "The same keys in another order: is that another result?",
    finishing.ByText,
)
_mistake(
    "takes results that look alike for equal",
    "The same keys, as many items, or both falsy: is it one and the same result?",
    finishing.ByKeys,
    finishing.ByLength,
    finishing.ItemsByLength,
    finishing.FalsyAlike,
    finishing.EmptyAlike,
)
_mistake(
    "hands out another result than it was told",
    "What was it finished with, to the last digit, and what does the second one get?",
    finishing.KeepsTexts,
    finishing.KeepsIntegers,
    finishing.CutsTexts,
    finishing.CutsLists,
)
_mistake(
    "looks at the beginning only",
    "Two ids or two fingerprints are alike, but for their ends: how much of them do you look at?",
    conflicts.BeginningsOfFingerprints,
    conflicts.BeginningsOfIds,
)
_mistake(
    "forgets the oldest",
    "It was begun long ago, and much has been begun since: may it be done again?",
    *map(models.remembering, (8, 10, 16, 20, 32)),
)
_mistake(
    "gives another shape",
    "What does `begin` answer: how many things, in which order?",
    models.WordOnly,
    models.Lists,
    models.Swapped,
    models.Whether,
)
_mistake(
    "says something along with new or in doubt",
    "What can be told along with new, or in doubt, when there is no result yet?",
    models.TellsFingerprint,
)
_mistake(
    "takes an empty text for none",
    "Ids and fingerprints are opaque: what tells an empty one from none at all?",
    models.EmptyIsNone,
)
_mistake(
    "shares between ledgers",
    "Two ledgers, two systems: whose is the collection of what was begun?",
    models.sharing(),
)
