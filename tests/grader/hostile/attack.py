"""Submissions that attack, in a line or a few each.

Each is one file, `state.py` unless it says otherwise; the other three are right. So check 1 alone
is lost, with exactly the outcome that is written here, and every other check passes. Where an
attack comes to nothing, its answers are judged: they are wrong, so that nobody passes.
"""

from dataclasses import dataclass
from textwrap import dedent, indent

ANSWERS = "def transition(current, target):\n    return target\n"
"""Wrong: it lets every move happen."""


@dataclass(frozen=True)
class Case:
    """One attack. `bare`: it is harmless enough to be tried without bubblewrap, too."""

    name: str
    text: str
    outcome: str
    said: str = ""
    bare: bool = True

    def __str__(self) -> str:
        return self.name


def at_import(text: str) -> str:
    """Attack while the file is loaded; then answer."""
    return dedent(text) + "\n" + ANSWERS


def in_call(text: str) -> str:
    """Attack in every call; then answer."""
    return f"def transition(current, target):\n{indent(dedent(text), '    ')}\n    return target\n"


def once(text: str) -> str:
    """Attack in the first call; then answer."""
    attack = f"@functools.cache\ndef attack():\n{indent(dedent(text), '    ')}\n"
    return "import functools\n" + attack + in_call("attack()")
