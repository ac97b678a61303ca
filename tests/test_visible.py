"""What hides in a text or passes for something else is shown; any other text stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.visible import one_line, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x00\x7f", r"\x1b[2J\x00\x7f"),
        ("\u200b\u200d\ufeff\u00ad", r"\u200b\u200d\ufeff\xad"),
        ("\u202eabc\u2066", r"\u202eabc\u2066"),
        ("\u00a0\u3000\u2800\u3164\u115f", r"\xa0\u3000\u2800\u3164\u115f"),
        ("a\ufe0f", r"a\ufe0f"),
        ("\u00b2 \u0665 \uff15 \u2464 \u00bd", r"\xb2 \u0665 \uff15 \u2464 \xbd"),
        ("\uff41 \ufb01", r"\uff41 \ufb01"),
        ("d\u043ene", r"d\u043ene"),
        ("\u0391B", r"\u0391B"),
        ("\ud800", r"\ud800"),
        ("\u2028", r"\u2028"),
    ],
)
def test_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "caf\u00e9",
        "\u043f\u0435\u0440\u0435\u0445\u043e\u0434",
        "\u6f22\u5b57",
        "\u03bb",
        "\u2026 \u2014 \u00ab",
    ],
)
def test_other_scripts_stay(text: str) -> None:
    assert visible(text) == text


def test_line_ends() -> None:
    assert visible("a\nb\r") == "a\nb\\r"
    assert one_line("a\nb\r") == "a\\nb\\r"


@given(st.text(st.characters()))
def test_in_one_line_everything_prints(text: str) -> None:
    assert one_line(text).isprintable()
    assert one_line(one_line(text)) == one_line(text)
