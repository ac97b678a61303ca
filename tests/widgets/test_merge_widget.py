"""Merge window, living: the choice of a status, and the instant that stays."""

from datetime import timedelta

from labs.runs import MERGE_WINDOW, RunStatus
from labs.widgets.merge_widget import merge_widget


def joins_early(status: RunStatus, age: timedelta) -> bool:
    return age < MERGE_WINDOW


def test_the_widget_keeps_the_instant() -> None:
    widget = merge_widget(joins_early, list(RunStatus), MERGE_WINDOW, begin=RunStatus.STREAMING)
    choice, picture = widget.box.children
    assert choice.description == "The first run is"
    picture.frame = 30
    choice.value = "done"
    assert picture.frame == 30
    assert picture.film["title"] == "A second message comes while the first run is done"
