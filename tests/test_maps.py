"""The maps of all labs: a lit box is told by its line and by a word."""

import pytest

from labs.interruptible_conversation.plays import map as conversation
from labs.maps import Plan
from labs.run_state_machine.plays import map as runs
from labs.run_state_machine.plays import the_map
from labs.streaming_protocol.plays import map as protocol

PLANS = (runs.PLAN, conversation.PLAN, protocol.PLAN)


@pytest.mark.parametrize(("plan", "name"), [(plan, name) for plan in PLANS for name in plan.boxes])
def test_the_lit_box_is_told_by_its_line_and_by_a_word(plan: Plan, name: str) -> None:
    picture = plan.lit(name).text
    assert f"╔═ {name}: today " in picture
    assert picture.count("╔") == picture.count("╝") == 1
    assert [len(row) for row in picture.splitlines()] == [len(r) for r in plan.text.splitlines()]


@pytest.mark.parametrize("plan", PLANS)
def test_no_row_is_too_wide_for_a_notebook(plan: Plan) -> None:
    assert max(map(len, plan.text.splitlines())) <= 80


def test_nothing_but_the_lit_boxes_changes() -> None:
    picture = the_map("worker", "state").text
    assert picture.count(": today ") == 2
    for name in set(runs.PLAN.boxes) - {"worker", "state"}:
        assert f"┌─ {name} " in picture


def test_the_map_says_in_words_what_it_shows() -> None:
    assert repr(the_map("merge")).endswith("Today: merge (yours to write).")
    assert repr(the_map("bus", "merge")).endswith("Today: bus, merge (double line).")
    assert repr(the_map()).endswith("All else is here already.")
    today = conversation.the_map("turns", "outbox")
    assert repr(today).endswith("Today: turns, outbox (yours to write).")


def test_a_screen_reader_is_told_the_words_and_spared_the_lines() -> None:
    html = the_map("orderer")._repr_html_()
    assert 'role="img" aria-label="A map of the system"' in html
    assert html.endswith("<p>Today: orderer (yours to write).</p>")


def test_a_box_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no box 'database' on the map; there are client"):
        the_map("database")
