"""Arithmetic by hand."""

from functools import reduce


def resume_from(last_event_id):
    digits = ["0123456789".find(c) for c in last_event_id or ()]
    if not 0 < len(digits) < 10 or -1 in digits:
        return 0
    return 1 + reduce(lambda number, digit: number * 10 + digit, digits)
