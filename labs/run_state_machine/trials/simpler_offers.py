"""Simpler scripts of orderers: fewer offers, smaller numbers, plainer texts, in rising order.

Each way makes a script smaller by one measure and no earlier one larger: offers, then starts, then
distances from the start, then texts that are not plain and their length, then offers behind a
higher one.
"""

from collections.abc import Iterator, Mapping, Sequence

from labs.calls import Call
from labs.run_state_machine.trials.offers import admits, offer_of, plain_text
from labs.scripts import Script, shorter

_FEW = 24
"""Of longer scripts, offers are not changed one by one."""


def simpler(script: Script) -> Iterator[Script]:
    """Scripts to try instead, the most daring first."""
    for fewer in shorter(script):
        yield _moved(fewer, _renumbered(fewer, most_gap=1))
    for fewer in shorter(script):
        yield fewer
        yield from _one_renumbered(fewer)
    for gap in (1, 2):
        yield _moved(script, _renumbered(script, most_gap=gap))
    yield from _lower_starts(script)
    if len(script) <= _FEW:
        yield from _nearer(script)
    yield from _plainer(script)
    yield from _more_in_order(script)


Numbers = Mapping[tuple[str, int], int]
"""By an orderer's name and a number of its offers: the number to put in its place, if any."""


def _key(call: Call) -> tuple[str, int]:
    return str(call.on), offer_of(call)[0]


def _starts(script: Script) -> dict[str, int]:
    return {call.keep: int(str(call.args[0])) for call in script if call.keep is not None}


def _moved(script: Script, numbers: Numbers) -> Script:
    """The script with other numbers; a plain text goes with its number."""
    return tuple(
        call if call.on is None else _with_number(call, numbers.get(_key(call), offer_of(call)[0]))
        for call in script
    )


def _with_number(call: Call, number: int) -> Call:
    seq, text = offer_of(call)
    for name in ("", str(call.on)):
        if text == plain_text(seq, name):
            text = plain_text(number, name)
    return call._replace(args=(number, text))


def _numbers(script: Script, name: str) -> list[int]:
    return sorted({offer_of(call)[0] for call in script if call.on == name})


def _renumbered(script: Script, most_gap: int) -> Numbers:
    """Numbers nearer to their start, in the same order, with no step above `most_gap`."""
    made: dict[tuple[str, int], int] = {}
    for name, start in _starts(script).items():
        numbers = _numbers(script, name)
        above = [n for n in numbers if n >= start]
        below = [n for n in reversed(numbers) if n < start]
        for side, before in ((above, start - 1), (below, start)):
            for number, place in _squeezed(side, before, most_gap):
                made[name, number] = place
    return made


def _one_renumbered(script: Script) -> Iterator[Script]:
    """Of several orderers, the offers of one renumbered."""
    starts = _starts(script)
    numbers = _renumbered(script, most_gap=1) if len(starts) > 1 else {}
    for name in starts if numbers else ():
        yield _moved(script, {key: number for key, number in numbers.items() if key[0] == name})


def _squeezed(numbers: Sequence[int], before: int, most_gap: int) -> Iterator[tuple[int, int]]:
    place = before
    for number in numbers:
        step = number - before
        place += max(-most_gap, min(step, most_gap))
        before = number
        yield number, place


def _lower_starts(script: Script) -> Iterator[Script]:
    for name, start in _starts(script).items():
        numbers = _numbers(script, name)
        lowest = start - min([start, *numbers])  # so many must have their place below the start
        for lower in dict.fromkeys((lowest, lowest + 1, start // 2)):
            if lowest <= lower < start:
                yield _shifted(script, name, start - lower)


def _shifted(script: Script, name: str, by: int) -> Script:
    made = []
    for call in script:
        if call.keep == name:
            call = call._replace(args=(int(str(call.args[0])) - by, *call.args[1:]))
        elif call.on == name:
            call = _with_number(call, offer_of(call)[0] - by)
        made.append(call)
    return tuple(made)


def _nearer(script: Script) -> Iterator[Script]:
    """One offer's number one nearer to the start."""
    starts = _starts(script)
    for index, call in enumerate(script):
        if call.on is None or (seq := offer_of(call)[0]) in (starts[call.on], starts[call.on] - 1):
            continue
        made = _with_number(call, seq - 1 if seq > starts[call.on] else seq + 1)
        yield from _if_honest((*script[:index], made, *script[index + 1 :]))


def _plainer(script: Script) -> Iterator[Script]:
    """All texts plain, then those of one number; else shorter."""
    odd = [call for call in script if call.on is not None and not _is_plain(call)]
    yield tuple(_with_plain_text(call) if call in odd else call for call in script)
    for one in dict.fromkeys(odd):
        yield tuple(_with_plain_text(call) if call == one else call for call in script)
    for one in dict.fromkeys(odd):
        for text in _shorter_texts(offer_of(one)[1]):
            made = one._replace(args=(offer_of(one)[0], text))
            yield tuple(made if call == one else call for call in script)


def _shorter_texts(text: str) -> Iterator[str]:
    shorter_ones = (" ", text[:1], text[-1:], text[: len(text) // 2], text[:-1])
    yield from (made for made in dict.fromkeys(shorter_ones) if 0 < len(made) < len(text))


def _is_plain(call: Call) -> bool:
    seq, text = offer_of(call)
    return text in (plain_text(seq), plain_text(seq, str(call.on)))


def _with_plain_text(call: Call) -> Call:
    seq, _ = offer_of(call)
    return call._replace(args=(seq, plain_text(seq)))


def _more_in_order(script: Script) -> Iterator[Script]:
    """All but the last offer in order, then two neighbours."""
    if len(_starts(script)) == 1:
        yield (script[0], *sorted(script[1:-1], key=offer_of), *script[-1:])
    for index in range(1, len(script)) if len(script) <= _FEW else ():
        one, other = script[index - 1 : index + 1]
        if one.on is not None and one.on == other.on and offer_of(one) > offer_of(other):
            yield (*script[: index - 1], other, one, *script[index + 1 :])


def _if_honest(script: Script) -> Iterator[Script]:
    if admits(script):
        yield script
