"""Text made visible: what hides in it, or passes for something else, written as an escape.

Knows Unicode and nothing of the labs. Prose in any script stays as it is; a control character, a
blank that is none, a digit of another script and a letter that poses as an ASCII one do not.
"""

import re
import unicodedata

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as printable and show nothing."""

_CYRILLIC = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501"
_CYRILLIC_CAPITALS = (
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408"
)
_GREEK = (
    "\u03b1\u03b9\u03bd\u03bf\u03c1\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f"
)
_GREEK_CAPITALS = "\u03a1\u03a4\u03a5\u03a7"
_ALIKE = frozenset(_CYRILLIC + _CYRILLIC_CAPITALS + _GREEK + _GREEK_CAPITALS)
"""Letters that pose as ASCII ones inside a word that has ASCII ones too."""


def visible(text: str) -> str:
    """The text with whatever hides or deceives written as an escape; line ends stay."""
    return "\n".join(one_line(line) for line in text.split("\n"))


def one_line(text: str) -> str:
    """The same, line ends written as escapes too."""
    if text.isascii() and text.isprintable():
        return text
    return re.sub(r"\w+|\W", _shown, text)


def _shown(part: re.Match[str]) -> str:
    word = part[0]
    mixed = any(c.isascii() for c in word)
    return "".join(ascii(c)[1:-1] if _deceives(c, mixed=mixed) else c for c in word)


def _deceives(c: str, *, mixed: bool) -> bool:
    if c.isascii():
        return not c.isprintable()
    if not c.isprintable() or c in _BLANK or _selects(c) or (mixed and c in _ALIKE):
        return True
    if unicodedata.category(c).startswith("N"):
        return True
    return c.isalpha() and unicodedata.normalize("NFKC", c).isascii()


def _selects(c: str) -> bool:
    """Whether it only chooses among the forms of the character before it."""
    return "\ufe00" <= c <= "\ufe0f" or "\U000e0100" <= c <= "\U000e01ef"
