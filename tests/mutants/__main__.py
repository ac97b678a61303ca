"""`make mutants`: grade every mutant of every solution; who passes must be an equivalent one.

`python -m tests.mutants LAB ...` does so for these labs only.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.mutants.equivalent import CHANGES, LINES
from tests.mutants.survival import cases, survivors


def main() -> int:
    labs = sys.argv[1:]
    every = list(cases(labs))
    processes = min(4, os.cpu_count() or 1)
    parts = [every[number::processes] for number in range(processes)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        alive = [case for part in pool.map(survivors, parts) for case in part]
    equivalents = LINES.keys() | CHANGES.keys()
    known = {key for key in equivalents if not labs or key[0].split("/")[0] in labs}
    unknown = [case for case in alive if known.isdisjoint(case.keys)]
    stale = known - {key for case in alive for key in case.keys}
    for case in unknown:
        print(f"survives   {case.file}: {case.mutant.change}")
    for file, words in sorted(stale):
        print(f"not alive  {file}: {words}")
    equivalent = len(alive) - len(unknown)
    caught = f"{len(every) - len(alive)} caught, {equivalent} equivalent, {len(unknown)} survive"
    print(f"{len(every)} mutants: {caught}")
    return 1 if unknown or stale else 0


if __name__ == "__main__":
    sys.exit(main())
