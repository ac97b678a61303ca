"""Numbers as a cell shows them: in the order in which they came.

Knows no play.
"""

from collections.abc import Sequence


def numbers(seqs: Sequence[int]) -> str:
    """The numbers in the order in which they came."""
    return " ".join(map(str, seqs)) or "nothing"


def below_each_other(seqs: Sequence[int], most: int = 16) -> str:
    """The first numbers, each as wide as any, so that rows of them can be compared."""
    more = " ..." if len(seqs) > most else ""
    first = "".join(f"{seq:3}" for seq in seqs[:most])
    return f"{first}{more}" or "  nothing"
