"""The orderer, tried directly: alone from 0, alone from above 0, and two at once."""

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence

from labs.calls import EMIT, Call, Caller
from labs.run_state_machine.trials.offers import admits, holds, judge
from labs.run_state_machine.trials.simpler_offers import simpler
from labs.scripts import Rules, Script
from labs.trials import Finding, try_scripts

RULES = Rules(judge, admits, simpler, holds=holds)

Offers = Sequence[tuple[int, str]]
Case = tuple[int, Offers]
"""One orderer's life: where it starts and what it is offered, in order."""


async def try_orders(caller: Caller, seed: int) -> Finding | None:
    """Every order, repeat and hole among three numbers, then large ones; texts may be empty.

    A few start above 0, for that is part of the rule; `try_starts` tries that at length.
    "Without limit" is tried up to 5,000 held: a higher limit would take too long to find.
    """
    small: list[Case] = [(0, _texts(seqs)) for seqs in _sequences(3, longest=4)]
    empty = [(0, [(s, "") for s in seqs]) for seqs in [(0,), (0, 1), (1, 0), (0, 0)]]
    above = [(6, _texts(seqs)) for seqs in [(6, 7), (7, 6), (5, 6)]]
    dice = random.Random(f"orders:{seed}")
    large = [(0, _scrambled(dice, size)) for size in (8, 12, 25, 40)]
    # In order but for the first ones, so that even a plain list and a sort an offer are in time.
    # The next number moves on with all of them held; at the end come repeats of long ago.
    held = (0, _texts([*range(2, 5_002), 0, 1, 0, 1, 2_500, 5_001]))
    return await _try_cases(caller, [*small, *empty, *above, *large, (0, _far()), held])


async def try_starts(caller: Caller, seed: int) -> Finding | None:
    """Orderers of clients that come back: they start above 0 and discard what is below."""
    dice = random.Random(f"starts:{seed}")
    cases: list[Case] = [
        (start, _texts(start - 1 + s for s in seqs))
        for start in (1, 6, 1_000)
        for seqs in _sequences(3, longest=3)
    ]
    starts = ((6, 8), (6, 25), (dice.randrange(2_000, 60_000), 25), (10**9 - dice.randrange(99), 8))
    large = [(start, [(start + s, t) for s, t in _scrambled(dice, n)]) for start, n in starts]
    return await _try_cases(caller, [*cases, *large])


async def try_two(caller: Caller) -> Finding | None:
    """Two orderers at once, with holes: each gets all of its own and nothing of the other's."""
    orders = {"first": (0, 2, 3, 1, 4), "second": (1, 0, 4, 2, 3)}
    calls = [Call("SeqOrderer", (0, EMIT), keep=name) for name in orders]
    for pair in zip(*orders.values(), strict=True):
        for name, seq in zip(orders, pair, strict=True):
            calls.append(Call("offer", (seq, f"{name} {seq}"), on=name))
    return await try_scripts(caller, "orderer", RULES, [tuple(calls)])


async def _try_cases(caller: Caller, cases: Sequence[Case]) -> Finding | None:
    scripts = [_script(f"case {number}", *case) for number, case in enumerate(cases)]
    return await try_scripts(caller, "orderer", RULES, scripts)


def _script(name: str, start: int, offers: Offers) -> Script:
    made = Call("SeqOrderer", (start, EMIT), keep=name)
    return (made, *(Call("offer", offer, on=name) for offer in offers))


def _sequences(numbers: int, longest: int) -> Iterator[tuple[int, ...]]:
    for length in range(1, longest + 1):
        yield from itertools.product(range(numbers), repeat=length)


def _texts(seqs: Iterable[int]) -> Offers:
    return [(seq, f"t{seq}") for seq in seqs]


_TEXTS = ("", " ", "the ", "the ", "na\u00efve ", "\U0001f469\u200d", "a\r\n", "long " * 50)
"""Texts that are not for an orderer to read: empty ones, equal ones, odd ones."""


_RINGS = (100, 1_000, 1_024, 4_096, 5_000, 8_192, 10_000, 16_384, 65_536, 100_000)


def _far() -> Offers:
    """Numbers as far above nearer ones as a ring may be long: they must not take their places."""
    far = [place + length for length in _RINGS for place in (2, 3)]
    return _texts([*far, 2, 1, 0])


def _scrambled(dice: random.Random, size: int) -> Offers:
    """Every number below `size` at least once, in any order, some twice, some texts empty."""
    texts = {seq: dice.choice((*_TEXTS, f"t{seq}")) for seq in range(size)}
    seqs = [*range(size), *dice.choices(range(size), k=size // 3)]
    dice.shuffle(seqs)
    return [(seq, texts[seq]) for seq in seqs]
