"""The script in a real browser: it moves as the film says, by pointer and by keyboard alone."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from labs.widgets.arrivals import Arrival, arrivals_of
from labs.widgets.drawing import WIDEST
from labs.widgets.film import Film, Handle, Mark, Words
from labs.widgets.lanes import lanes_film
from labs.widgets.live import drawn
from labs.widgets.looks import TONES
from tests.widgets.arriving import ARRIVALS, InOrder
from tests.widgets.stage import go, load, meant, seen

ORDER = [0, 1, 2, 3, 5, 4, 6, 7, 4, 11, 8, 10, 9]
FILM = lanes_film(arrivals_of([(seq, f"word{seq} ") for seq in ORDER], InOrder))
DARK = """:root {
  color-scheme: dark; --jp-layout-color0: #111; --jp-content-font-color1: #fff;
  --jp-brand-color1: #2196f3; --jp-warn-color1: #ff9800; --jp-error-color1: #f44336;
  --jp-success-color1: #4caf50; }
  body { background: #111; }"""
"""What JupyterLab's dark theme says."""


def caption(page: Page) -> str:
    return page.locator(".koda-caption").inner_text()


def stop_the_clock(page: Page) -> None:
    page.clock.install(time=0)
    page.clock.pause_at(60)


def frame(page: Page) -> int:
    return int(page.locator(".koda-range").input_value())


# Shrinking would go on for minutes: each example costs a browser's time.
@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(ARRIVALS, st.lists(st.integers(0, 20), max_size=8))
def test_wherever_it_comes_from_a_frame_looks_the_same(
    lasting: Page, arrivals: list[Arrival], moves: list[int]
) -> None:
    film = lanes_film(arrivals)
    assume(film.width <= WIDEST)
    load(lasting, film)
    assert seen(lasting) == meant(film, film.begin)
    for move in moves:
        to = min(move, len(arrivals))
        go(lasting, to)
        assert seen(lasting) == meant(film, to)


def test_by_keyboard_alone(page: Page) -> None:
    load(page, FILM, 0)
    last = len(FILM.captions) - 1
    page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.className") == "koda-stage":
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Play"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert (frame(page), caption(page)) == (2, FILM.captions[2])
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert frame(page) == 1
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert frame(page) == 2
    page.keyboard.press("End")
    assert (frame(page), caption(page)) == (last, FILM.captions[last])
    said = page.locator(".koda-range").get_attribute("aria-valuetext")
    assert said == FILM.captions[last]
    page.keyboard.press("Home")
    assert frame(page) == 0
    assert seen(page) == meant(FILM, 0)


def test_keys_that_move_it_do_not_reach_the_notebook(page: Page) -> None:
    load(page, FILM)
    page.evaluate("document.addEventListener('keydown', e => (window.keys ||= []).push(e.key))")
    page.locator(".koda-range").focus()
    for key in ("ArrowDown", "Enter", "Space", "a", "Control+b"):
        page.keyboard.press(key)
    assert page.evaluate("window.keys") == ["Control", "b"]


def test_it_plays_to_its_end_quietly_and_then_says_where_it_is(page: Page) -> None:
    stop_the_clock(page)
    load(page, FILM, 0)
    live = page.locator(".koda-caption")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(2_200)
    assert 2 <= frame(page) <= 4
    assert live.get_attribute("aria-live") == "off"
    page.get_by_role("button", name="Pause").click()
    assert live.get_attribute("aria-live") == "polite"
    stopped = frame(page)
    page.clock.run_for(5_000)
    assert frame(page) == stopped
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(20_000)
    assert frame(page) == len(FILM.captions) - 1
    assert page.get_by_role("button", name="Play").is_visible()
    assert live.get_attribute("aria-live") == "polite"
    assert page.evaluate("model.get('frame')") == len(FILM.captions) - 1
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(800)
    assert frame(page) <= 1


def test_with_reduced_motion_it_steps_slowly(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    stop_the_clock(page)
    load(page, FILM, 0)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1_400)
    assert frame(page) == 0
    page.clock.run_for(200)
    assert frame(page) == 1


def test_the_handle_is_dragged(page: Page) -> None:
    load(page, FILM, 3)
    assert FILM.handle is not None
    grip = page.locator(".koda-grip").bounding_box()
    drawn = page.locator(".koda-stage svg").bounding_box()
    assert grip is not None
    assert drawn is not None
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + 4
    step = FILM.handle.step * drawn["width"] / FILM.width
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5 * step, y + 30, steps=4)
    assert frame(page) == 8
    page.mouse.move(x - 50 * step, y)
    assert frame(page) == 0
    page.mouse.up()
    page.mouse.move(x + 5 * step, y)
    assert frame(page) == 0


def test_a_long_film_follows_its_handle(page: Page) -> None:
    page.set_viewport_size({"width": 700, "height": 500})
    film = lanes_film(arrivals_of([(seq, "x") for seq in range(200)], InOrder))
    load(page, film, 0)
    stage = page.locator(".koda-stage")
    page.wait_for_function("document.querySelector('.koda-stage').tabIndex === 0")
    for place in (150, 199, 20, 0):
        go(page, place)
        grip, window = page.locator(".koda-grip").bounding_box(), stage.bounding_box()
        assert grip is not None
        assert window is not None
        assert window["x"] <= grip["x"] <= window["x"] + window["width"]
        page.wait_for_timeout(50)
        shown = page.locator(".koda-part:visible").count()
        assert 0 < shown < page.locator(".koda-part").count()
        assert page.locator(".koda-stage .koda-mark:visible").count() == near(page, film, place)


def test_another_film_in_the_same_place(page: Page) -> None:
    load(page, FILM)
    other = lanes_film(arrivals_of([(1, "b"), (0, "a")], InOrder), title="Another")
    page.evaluate("film => model.set('film', film)", json.loads(json.dumps(drawn(other))))
    go(page, 1)
    assert seen(page) == meant(other, 1)
    assert page.locator(".koda-title").inner_text() == "Another"
    assert page.locator(".koda-film").get_attribute("aria-label") == "Another"


def near(page: Page, film: Film, place: int) -> int:
    """How many marks that frame has in the parts that are in the page."""
    parts = page.locator(".koda-part:visible").evaluate_all(
        "parts => parts.map(part => [Number(part.dataset.from), Number(part.dataset.to)])"
    )
    drawn = [mark.x for mark in film.marks if mark.state(place) != "absent"]
    return sum(low <= x < high for x in drawn for low, high in parts)


EVIL = "</script><img src=x onerror='window.broken=1'>\"<b>&amp;"


def test_no_text_becomes_markup(page: Page) -> None:
    marks = (Mark(100, 40, EVIL, ((0, "held"),)),)
    handle = Handle(100, 10, 10, 60, EVIL)
    film = Film(EVIL, 600, 80, (EVIL, EVIL), marks, (), (Words(4, 20, EVIL),), handle, 0, EVIL)
    load(page, film)
    assert page.locator("#place img, #place b").count() == 0
    assert caption(page) == page.locator(".koda-title").inner_text() == EVIL
    assert page.locator(".koda-stage .koda-mark text").text_content() == EVIL
    assert page.evaluate("window.broken") is None


@pytest.mark.parametrize("theme", ["", DARK])
@pytest.mark.parametrize("width", [420, 1000])
def test_nothing_that_axe_knows_stands_in_the_way(page: Page, theme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.add_style_tag(content=theme or "body {}")
    load(page, FILM)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


CONTRASTS = """(TONES) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) => c / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
    return (bright + 0.05) / (dark + 0.05);
  };
  const film = document.querySelector(".koda-film");
  const ground = getComputedStyle(film).backgroundColor;
  return TONES.map((t) => {
    const mark = document.querySelector(".koda-stage .koda-mark");
    mark.setAttribute("class", `koda-mark koda-${t}`);
    const [path, text] = [mark.firstChild, mark.lastChild].map((part) => getComputedStyle(part));
    return [t, contrast(path.fill, text.fill), contrast(path.stroke, ground)];
  });
}"""


@pytest.mark.parametrize("theme", ["", DARK])
def test_each_tone_has_contrast(page: Page, theme: str) -> None:
    page.add_style_tag(content=theme or "body {}")
    load(page, FILM)
    for tone, label, outline in page.evaluate(CONTRASTS, list(TONES)):
        assert label >= 4.5, f"the label of {tone}: {label:.1f}"
        assert outline >= 3, f"the outline of {tone}: {outline:.1f}"
