"""The table stands in a package, the rest in a helper file."""

from .edges import LEGAL
from .refusing import refuse


def transition(current, target):
    return target if target in LEGAL[current] else refuse(current, target)
