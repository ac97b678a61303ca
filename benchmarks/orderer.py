"""orderer: what the reference orderer takes for one fragment, beside appending it to a list.

In order, nothing is ever held. At worst, number 0 comes last and everything is held until then.
"""

import gc
import runpy
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Protocol, cast

from benchmarks.setting import Setting
from benchmarks.table import Row, Table, times, whole
from labs.course import course_folder
from labs.runtime.parts import find_parts

SIZES = (1_000, 10_000, 100_000, 1_000_000)

_Fragment = tuple[int, str]


class _Offers(Protocol):
    def offer(self, seq: int, text: str) -> None: ...


_Make = Callable[[int, Callable[[int, str], None]], _Offers]
_Work = Callable[[Sequence[_Fragment]], int]
"""Takes fragments as they arrive; how many it has shown."""


def measure(setting: Setting) -> Table:
    """Time both arrival orders at every size."""
    make, rows = _reference(), list[Row]()
    for size in SIZES:
        setting.say(f"orderer: {whole(size)} fragments")
        ordered = [(seq, "word ") for seq in range(size)]
        bare = _nanoseconds(_append, ordered)
        for name, arrivals in (("in order", ordered), ("0 last", [*ordered[1:], ordered[0]])):
            took = _nanoseconds(partial(_order, make), arrivals)
            cells = [whole(took), whole(bare), times(took, bare), whole(_peak(make, arrivals))]
            rows.append([f"{whole(size)}, {name}", *cells])
    headings = ["fragments", "ns each", "list append", "ratio", "held KiB"]
    remarks = ["Held: the most that the orderer itself takes, the fragments' own memory left out."]
    return Table("nanoseconds a fragment, median", headings, rows, remarks)


def _reference() -> _Make:
    path = find_parts(course_folder("solutions")) / "orderer.py"
    return cast(_Make, runpy.run_path(str(path))["SeqOrderer"])


def _order(make: _Make, arrivals: Sequence[_Fragment]) -> int:
    shown: list[_Fragment] = []
    offer = make(0, lambda seq, text: shown.append((seq, text))).offer
    for seq, text in arrivals:
        offer(seq, text)
    return len(shown)


def _append(arrivals: Sequence[_Fragment]) -> int:
    shown: list[_Fragment] = []
    for seq, text in arrivals:
        shown.append((seq, text))
    return len(shown)


def _nanoseconds(work: _Work, arrivals: Sequence[_Fragment]) -> float:
    """The median over as many repetitions as keep a million fragments within seconds."""
    repetitions = 3 if len(arrivals) > 100_000 else 7
    return median(_once(work, arrivals) for _ in range(repetitions)) / len(arrivals)


def _once(work: _Work, arrivals: Sequence[_Fragment]) -> int:
    gc.collect()
    gc.disable()
    try:
        began = time.perf_counter_ns()
        shown = work(arrivals)
        took = time.perf_counter_ns() - began
    finally:
        gc.enable()
    assert shown == len(arrivals)
    return took


def _peak(make: _Make, arrivals: Sequence[_Fragment]) -> float:
    """The most memory that is held, in KiB; what is shown is thrown away."""
    tracemalloc.start()
    try:
        orderer = make(0, lambda seq, text: None)
        for seq, text in arrivals:
            orderer.offer(seq, text)
        return tracemalloc.get_traced_memory()[1] / 1024
    finally:
        tracemalloc.stop()
