"""Drawing: well formed for any text, for itself alone, and in forms that no two states share."""

from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from labs.widgets.drawing import WIDEST, film_svg, film_text, legend_svg, living_svg
from labs.widgets.film import Film, Handle, Line, Mark, Words
from labs.widgets.looks import LOOKS, TONES
from labs.widgets.pieces import GROUND
from labs.widgets.steps import MOST_STEPS, steps_svg
from labs.widgets.still import still

TEXTS = st.text(max_size=40) | st.sampled_from(["<script>alert(1)</script>", "\x00\ud800]]>&\"'"])
STATES = sorted(LOOKS)


def film_of(text: str, width: float = 600) -> Film:
    marks = tuple(Mark(20 + n * 36, 40, text, ((n % 2, s),)) for n, s in enumerate(STATES))
    return Film(
        text,
        width,
        80,
        (text, text),
        marks,
        (Line(0, 0, 9, 9, arrow=True),),
        (Words(4, 44, text), Words(100, 70, text)),
        Handle(20, 30, 10, 70, text),
        0,
        text,
    )


@settings(deadline=None)
@given(TEXTS, st.sampled_from([600, 3_000]))
def test_well_formed_for_any_text(text: str, width: float) -> None:
    film = film_of(text, width)
    for svg in (film_svg(film), film_svg(film, 1), living_svg(film), legend_svg(film)):
        root = ElementTree.fromstring(svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "<script" not in svg
        assert " id=" not in svg
    assert all(line.isprintable() for line in film_text(film).splitlines())


@settings(deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=30))
def test_steps_are_well_formed_and_the_last_one_breaks(steps: list[tuple[str, str, str]]) -> None:
    svg = steps_svg(steps)
    said = [text.text or "" for text in ElementTree.fromstring(svg).iter() if text.text]
    assert said.count("expected") == min(len(steps), MOST_STEPS)
    assert said.count("breaks here") == (1 if steps else 0)
    assert "<script" not in svg
    if len(steps) > MOST_STEPS:
        assert f"{len(steps) - MOST_STEPS:,} more, as expected" in said


def test_a_long_text_of_a_step_is_cut() -> None:
    svg = steps_svg([("call()", "1", "x" * 500)])
    assert "x" * 61 + "..." in svg.split("</desc>")[1]
    assert "x" * 62 not in svg.split("</desc>")[1]


def test_no_two_states_share_a_form() -> None:
    forms = {s: (k.form(12), k.dashed, k.tone in ("ink", "solid-blue")) for s, k in LOOKS.items()}
    assert not [pair for pair in combinations(forms, 2) if forms[pair[0]] == forms[pair[1]]]
    assert len({look.word for look in LOOKS.values()}) == len(LOOKS)


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_each_tone_has_contrast() -> None:
    for paint in TONES.values():
        assert contrast(paint.fill, paint.ink) >= 4.5
        assert contrast(paint.stroke, GROUND) >= 3


def test_a_still_picture_says_all_that_it_shows() -> None:
    svg = film_svg(film_of("five"))
    assert all(f">{look.word}<" in svg for look in LOOKS.values())
    assert "<title>five</title><desc>five</desc>" in svg


def test_a_film_may_say_what_its_marks_mean() -> None:
    mark = Mark(80, 40, "7", ((0, "held"),))
    film = Film("", 200, 80, ("",), (mark,), words=(Words(4, 44, "mail"),))
    assert film_text(film) == "\nmail: 7 held\n"
    assert ">held<" in film_svg(film)
    meant = replace(film, meanings=(("held", "waits"),))
    assert film_text(meant) == "\nmail: 7 waits\n"
    assert ">waits<" in film_svg(meant)
    assert "held" not in film_svg(meant)


def test_of_a_wide_film_the_part_about_the_handle() -> None:
    marks = tuple(Mark(20 + 30 * n, 40, str(n), ((0, "sent"),)) for n in range(1_000))
    handle = Handle(20, 30, 10, 70, "now")
    film = Film("Wide", 30_100, 80, ("caption",) * 1_000, marks, (), (), handle)
    for frame in (0, 500, 999):
        svg = film_svg(film, frame)
        assert f">{frame}</text>" in svg
        assert svg.count("koda-mark") < WIDEST / 30 + 6
        assert float(svg.split('width="')[1].split('"')[0]) < WIDEST + 40


def test_still_for_readers_of_every_kind() -> None:
    kept = still(film_of("it's <b>"))
    assert sorted(kept) == ["image/svg+xml", "text/html", "text/plain"]
    assert kept == still(film_of("it's <b>"))
    assert "<b>" not in kept["text/html"]
    assert kept["text/plain"].startswith("it's <b>\n")
