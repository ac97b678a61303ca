"""lanes: how smoothly the picture of Day 2 goes in a real browser, without a window.

Frames a second that the browser draws and the longest wait for one, while the picture plays at its
full speed, and while the slider leaps from end to end and back. Beside it, the same page at rest.
"""

from collections.abc import Sequence
from typing import cast

from playwright.sync_api import Page

from benchmarks.setting import Setting
from benchmarks.table import Row, Table, whole
from labs.runtime.disorder import arrival_order
from labs.widgets.arrivals import arrivals_of
from labs.widgets.film import Film
from labs.widgets.lanes import lanes_film
from tests.chromium import browser, chromium
from tests.widgets.arriving import InOrder
from tests.widgets.stage import load, served

SIZES = (24, 200, 2_000)
_SECONDS = 6

_WATCH = """async ([act, seconds]) => {
  const acts = {
    rest: () => () => {},
    play: () => { document.querySelector(".koda-play").click(); return () => {}; },
    leap: () => {
      const range = document.querySelector(".koda-range");
      return (count) => {
        range.value = count % 2 ? range.max : 0;
        range.dispatchEvent(new Event("input", { bubbles: true }));
      };
    },
  };
  const each = acts[act]();
  const times = [];
  await new Promise((done) => {
    const tick = (now) => {
      times.push(now);
      each(times.length);
      if (now - times[0] < seconds * 1000) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  });
  const waits = times.slice(1).map((time, i) => time - times[i]);
  return [waits.length / (times.at(-1) - times[0]) * 1000, Math.max(...waits)];
}"""


def measure(setting: Setting) -> Table:
    """Watch each size at rest, playing, and leaping."""
    headings = ["fragments", "marks", "rest fps", "play fps", "longest ms", "leap fps"]
    rows = _rows(setting) if chromium() else [["lanes", "no figure: no Chromium here"]]
    remarks = ["Play: at least one arrival a frame. Leap: every frame, all marks change."]
    return Table("frames a second in headless Chromium", headings, rows, remarks)


def _rows(setting: Setting) -> Sequence[Row]:
    rows: list[Row] = []
    with browser() as opened, served() as address:
        page = opened.new_page(viewport={"width": 1_000, "height": 700})
        page.goto(address)
        for size in SIZES:
            setting.say(f"lanes: {whole(size)} fragments")
            rows.append(_row(page, size))
    return rows


def _row(page: Page, size: int) -> Row:
    film = _film(size)
    load(page, film, 0)
    (rest, _), (play, longest) = (_watched(page, act) for act in ("rest", "play"))
    load(page, film, 0)
    leap, _ = _watched(page, "leap")
    figures = (len(film.marks), rest, play, longest, leap)
    return [whole(size), *map(whole, figures)]


def _watched(page: Page, act: str) -> tuple[float, float]:
    rate, longest = cast(tuple[float, float], page.evaluate(_WATCH, [act, _SECONDS]))
    return rate, longest


def _film(size: int) -> Film:
    order = arrival_order(size, seed=6, waiter="waiter 1")
    return lanes_film(arrivals_of([(seq, f"word{seq} ") for seq in order], InOrder), sent=size)
