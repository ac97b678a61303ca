"""The window: where the code uses it, and a rule as a picture."""

from labs.run_state_machine.plays.stage import reference
from labs.run_state_machine.plays.window import by_age, merge_picture, uses_of_the_window
from labs.runs import MERGE_WINDOW, RunStatus

RIGHT = reference().functions()["should_merge"]


def test_it_is_defined_once() -> None:
    said = repr(uses_of_the_window())
    assert said.count("timedelta(seconds=30)") == 1
    for use in ("ex=MERGE_WINDOW", "run.created_at + MERGE_WINDOW"):
        assert use in said


def test_a_rule_by_age() -> None:
    rule = by_age(RIGHT)  # type: ignore[arg-type]
    assert rule(RunStatus.STREAMING, MERGE_WINDOW / 2) is True
    assert rule(RunStatus.STREAMING, MERGE_WINDOW) is False


def test_the_picture_is_drawn_for_each_status() -> None:
    (choice, _) = merge_picture(RIGHT).box.children  # type: ignore[arg-type]
    assert choice.options == tuple(RunStatus)
    assert choice.value == "streaming"
