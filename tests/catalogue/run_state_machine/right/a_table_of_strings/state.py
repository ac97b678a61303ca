"""Statuses are strings, and so is the table."""

NEXT = """
pending -> running cancelled failed
running -> streaming done failed cancelled
streaming -> done failed cancelled
"""
TABLE = {line.split()[0]: line.split()[2:] for line in NEXT.strip().splitlines()}


def transition(current, target):
    if str(target) in TABLE.get(str(current), []):
        return str(target)
    raise ValueError(f"{current} -> {target}")
