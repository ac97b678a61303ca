"""Two texts side by side."""

from hypothesis import given
from hypothesis import strategies as st

from grader.comparison import side_by_side

LINES = st.lists(st.text(max_size=90).filter(lambda line: len(line.splitlines()) < 2), max_size=8)


def test_signs_say_how_lines_differ() -> None:
    left, right = ["same", "one", "mine"], ["same", "two"]
    assert list(side_by_side(left, right)) == [
        f"{'same':38}   same",
        f"{'one':38} | two",
        f"{'mine':38} <",
    ]
    assert list(side_by_side([], ["theirs"])) == [f"{'':38} > theirs"]


def test_a_long_line_is_folded_and_keeps_its_indent() -> None:
    line = "    return something_long(here) + another_one(there)"
    rows = list(side_by_side([line], [line]))
    assert [row[:38].rstrip() for row in rows] == [
        "    return something_long(here) +",
        "        another_one(there)",
    ]
    assert rows[0][41:] == "    return something_long(here) +"


def test_a_word_that_is_too_long_is_folded_behind_a_mark() -> None:
    line = "        return CancelNotice(transcript.utterance_id,tuple(waiting))"
    assert [row.rstrip() for row in side_by_side([line], [])] == [
        f"{'        return':38} <",
        f"{'            CancelNotice(transcript.':38} <",
        f"{'            utterance_id,tuple(':38} <",
        f"{'            waiting))':38} <",
    ]


def test_a_name_longer_than_the_column_is_cut() -> None:
    assert [row[:38].rstrip() for row in side_by_side(["a" * 50], [])] == [
        "a" * 38,
        f"    {'a' * 12}",
    ]


@given(LINES, LINES)
def test_never_wider_than_a_terminal(left: list[str], right: list[str]) -> None:
    for row in side_by_side(left, right):
        assert len(row) <= 80
        assert row.isprintable()
