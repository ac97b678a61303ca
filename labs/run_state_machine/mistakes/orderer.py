"""Mistakes with the orderer. A probe is an orderer's life, or that of two at once."""

import itertools

from labs.calls import EMIT, Call
from labs.diagnosis import Mistake, Model, Probe
from labs.run_state_machine.mistakes.orderers import reading, releasing, right, sharing

_LONG = 1_200
"""More than Python's own limit of calls within calls, and than anybody's limit of what is held."""
_numbers = itertools.count(1)


def _lives(check: int, *lives: tuple[int, str], brief: bool = False) -> Probe:
    """Orderers by what each starts from and is offered, in turn; `1-` is 1 with an empty text."""
    names = [f"orderer {next(_numbers)}" for _ in lives]
    calls = [
        Call("SeqOrderer", (start, EMIT), keep=name)
        for name, (start, _) in zip(names, lives, strict=True)
    ]
    offers = [_offers(name, said) for name, (_, said) in zip(names, lives, strict=True)]
    for turn in itertools.zip_longest(*offers):
        calls += [call for call in turn if call is not None]
    return Probe(tuple(calls), check, brief)


def _offers(name: str, said: str) -> list[Call]:
    offers = []
    for word in said.split():
        seq = int(word.rstrip("-"))
        text = "" if word.endswith("-") else f" {name} {seq} "
        offers.append(Call("offer", (seq, text), on=name))
    return offers


PROBES = [
    _lives(3, (0, "0 2 3 1 4"), (0, "1 0 4 2 3")),
    _lives(3, (0, "0 1 2"), (0, "2")),
    *[
        _lives(2, (0, said))
        for said in ("0", "0 1 2", "1", "1 0", "1 2 0", "2 0 1", "3 2 1 0", "0 0", "0 1 0 1 2")
    ],
    *[
        _lives(2, (0, said))
        for said in ("1 1 0", "1 1 0 2", "2 0 2 1", "0 2 1 2 3", "1 2 3 4 5 0 6")
    ],
    *[_lives(2, (0, said)) for said in ("0-", "0 1- 2", "1- 0 2", "0- 0-")],
    *[
        _lives(4, (start, said))
        for start, said in ((1, "0 1"), (6, "5 6"), (6, "7 6"), (6, "8 7 6"))
    ],
    *[_lives(4, (6, said)) for said in ("6 6 5 7", "7 8 5 6", "6- 7", "0 1 6")],
    _lives(2, (0, " ".join(map(str, range(_LONG, -1, -1)))), brief=True),
]


RIGHT = {"SeqOrderer": right.Right}
MODELS: list[Model] = []
_CASES, _WAITERS = "See orderer.py's rule.", "See orderer.py's rule."


def _mistake(name: str, hint: str, *orderers: right.MakeOrderer) -> None:
    mistake = Mistake(name, hint)
    MODELS.extend(Model(mistake, {"SeqOrderer": orderer}) for orderer in orderers)


_mistake(
    "shows whatever comes",
    f"What may be shown while the number before it has not come yet? {_CASES}",
    releasing.Passing,
)
_mistake(
    "flushes only one",
    f"The missing one comes: how many of those held behind it become due in that call? {_CASES}",
    releasing.OnlyOne,
)
_mistake(
    "flushes what follows only once",
    f"After the one behind it, who looks whether there is a further one? {_CASES}",
    releasing.OneMore,
)
_mistake(
    "loses what is early",
    f"What comes early comes only once: where is it when its turn comes? {_CASES}",
    releasing.NeverHeld,
)
_mistake(
    "jumps over holes",
    f"0 is shown and 2 comes: may the reader see it before 1? {_CASES}",
    releasing.Jumping,
)
_mistake(
    "drops repeats only",
    f"Each is shown once now; but when is it a number's turn? {_CASES}",
    releasing.OnlyOnce,
    releasing.OnlyOnceFromStart,
)
_mistake(
    "shows repeats",
    f"A number below the next one comes: has the reader seen it already? {_CASES}",
    releasing.Repeating,
)
_mistake(
    "shows early ones twice",
    f"A number that is held: is it shown as it comes, or when its turn comes? {_CASES}",
    releasing.EarlyToo,
)
_mistake(
    "shows everything again",
    f"Once it has been shown, what has to change so that it is not shown again? {_CASES}",
    releasing.AllAgain,
)
_mistake(
    "shows nothing",
    f"Who tells the waiter of a fragment whose turn has come? {_CASES}",
    releasing.Silent,
)
_mistake(
    "is one call late",
    f"In which call is the next one shown: in that which brings it, or in the one after? {_CASES}",
    releasing.Late,
)
_mistake(
    "waits for a handful",
    f"If only 0 ever comes, when is it shown? {_CASES}",
    *releasing.handfuls(),
)
_mistake(
    "refuses repeats loudly",
    f"The bus may repeat, it has promised nothing else: what is left to do then? {_CASES}",
    releasing.Loud,
    releasing.LoudBelow,
)
_mistake(
    "calls itself too deep",
    f"5,000 are held and become due at once: how many calls stand within each other then? {_CASES}",
    releasing.Deep,
)
_mistake(
    "holds only so many",
    f"How many may wait for one that is missing? {_CASES}",
    releasing.Limited,
)
_mistake(
    "joins the texts",
    f"Three become due at once: how many numbers has the reader to be shown? {_CASES}",
    releasing.Joining,
    releasing.JoiningFirst,
)
_mistake(
    "shows the next under this number",
    f"What is shown is not always what came: whose number goes with it? {_CASES}",
    releasing.ThisNumber,
)
_mistake(
    "counts by two",
    f"Which number is due after the one that was just shown? {_CASES}",
    releasing.ByTwo,
)
_mistake(
    "lets a repeat block the heap",
    f"A repeat lies on top of what is held, and its turn is over: who takes it away? {_CASES}",
    releasing.Blocked,
    releasing.BlockedByHeld,
)
_mistake(
    "holds a repeat twice",
    f"1 comes twice before 0 does: how often is it shown in the end? {_CASES}",
    releasing.HeldTwice,
)
_mistake(
    "stops on the empty string",
    f"An empty text is a text: do you ask what it is, or whether it is there? {_CASES}",
    reading.EmptyStops,
    reading.EmptyDropped,
    reading.EmptyUnshown,
)
_mistake(
    "strips the texts",
    f"A word comes with its space: who may take that away? {_CASES}",
    reading.Stripping,
)
_mistake(
    "swaps number and text",
    f"In which order does emit take a number and a text? {_CASES}",
    reading.Swapping,
)
_mistake(
    "shows the text alone",
    f"How many things does emit take? {_CASES}",
    reading.TextAlone,
)
_mistake(
    "takes zero for nothing",
    f"The first number of all is 0: does your code take it for none? {_CASES}",
    reading.ZeroIsNothing,
)
_mistake(
    "starts at zero",
    f"A client that comes back is given a start above 0: where does your orderer use it? {_CASES}",
    reading.FromZero,
)
_mistake(
    "takes the start for the last one received",
    f"Is the start the first number to be shown, or the one before it? {_CASES}",
    reading.FromOneOn,
)
_mistake(
    "starts one early",
    f"The start is the first number that the client lacks: may the one before be shown? {_CASES}",
    reading.FromOneBefore,
)
_mistake(
    "starts with whatever comes first",
    f"The first that comes need not be the first that is due: who says which that is? {_CASES}",
    reading.FromTheFirst,
)
_mistake(
    "shares a buffer between waiters",
    f"Two waiters, two orderers: whose is the collection of what is held? {_WAITERS}",
    *[
        sharing.sharing_a_buffer(keeps=k, drops_late=d)
        for k in (False, True)
        for d in (True, False)
    ],
)
_mistake(
    "shares the next number between waiters",
    f"Two waiters, two orderers: whose is the number that is due? {_WAITERS}",
    sharing.sharing_the_next(0),
)
_mistake(
    "gives all to the newest waiter",
    f"A second waiter comes: what does the first one still have of its own? {_WAITERS}",
    sharing.sharing_all(),
)
