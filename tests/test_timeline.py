"""A script as a table: aligned, in 69 columns, in words."""

from hypothesis import given
from hypothesis import strategies as st

from labs.calls import Call
from labs.checking import Breach, Step
from labs.timeline import WIDTH, listed, timeline

BROKEN = Breach("wrong")


def step(said: str, expected: str, got: str, breach: Breach | None = None) -> Step:
    return Step(Call("call"), said, expected, got, breach)


def test_nothing() -> None:
    assert timeline([]) == []


def test_a_function() -> None:
    said = "transition(pending, running)"
    raised = "raised ValueError: a pending run cannot become running (state.py line 37)"
    steps = [step(said, "running", "'running'"), step(said, "running", raised, BROKEN)]
    assert "\n".join(timeline(steps)) == (
        "call                          expected  got\n"
        "transition(pending, running)  running   'running'\n"
        "transition(pending, running)  running   raised ValueError: a pendi...\n"
        "                                        breaks here"
    )


def test_nothing_breaks() -> None:
    assert timeline([step("value()", "1", "1")]) == [
        "call     expected  got",
        "value()  1         1",
    ]


def test_of_many_the_first_and_the_last() -> None:
    steps = [step(f"offer {number}", "nothing", "nothing") for number in range(1_500)]
    lines = timeline([*steps, step("offer 9", "all", "none", BROKEN)])
    assert len(lines) == 13
    assert lines[6] == "... 1,491 more, as expected ..."
    assert lines[5].startswith("offer 4 ")
    assert lines[7].startswith("offer 1496 ")
    assert len(timeline(steps, most=2_000)) == 1_501


def test_what_hides_is_shown() -> None:
    (_, line) = timeline([step("say('\u202e')", "\u0665", "a\nb\x1b")])
    assert line == r"say('\u202e')  \u0665    a\nb\x1b"


texts = st.text(st.characters(), max_size=120)


@given(st.lists(st.builds(step, texts, texts, texts), min_size=1, max_size=30))
def test_always_in_its_width(steps: list[Step]) -> None:
    for line in timeline(steps):
        assert len(line) <= WIDTH
        assert line.isprintable()


def test_listed() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed([str(n) for n in range(20)]) == "0, 1, 2, 3, 4, 5, ... 12 more ..., 18, 19"
    assert listed([]) == ""
