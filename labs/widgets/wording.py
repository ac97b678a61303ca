"""Words for whoever cannot see a picture: lists, ranges and tables that read well aloud."""

from collections.abc import Iterable, Sequence


def spans(numbers: Iterable[int]) -> str:
    """Rising numbers, those that follow each other as one range: "0 to 5, 7 and 9 to 11"."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] + 1 == number:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return listed([str(a) if a == b else f"{a} to {b}" for a, b in ranges])


def listed(parts: Sequence[str], last: str = "and") -> str:
    """The parts as one says them: "running, failed and cancelled"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """The rows with their columns aligned; the first one is the head."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = [[cell.ljust(w) for cell, w in zip(row, widths, strict=True)] for row in rows]
    return "\n".join("  ".join(row).rstrip() for row in padded)
