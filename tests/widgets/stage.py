"""A page with one living film in it and no notebook around: the script, the style, a small model.

Served from this machine, as a notebook serves them; what the script asks of a model it has here.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast

from playwright.sync_api import Page

from labs.visible import one_line
from labs.widgets.drawing import forms
from labs.widgets.film import Film
from labs.widgets.live import FilmWidget, drawn

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A film</title>
<link rel="stylesheet" href="film.css"><link rel="icon" href="data:,"></head>
<body><main><h1>A page</h1><div id="place"></div></main><script type="module">
import widget from "./film.js";
const heard = {};
const state = {};
window.model = {
  get: (name) => state[name],
  set(name, value) {
    const same = state[name] === value;
    state[name] = value;
    if (!same) (heard[`change:${name}`] || []).forEach((hear) => hear());
  },
  save_changes() {},
  on: (name, hear) => (heard[name] ||= []).push(hear),
  off: (name, hear) => (heard[name] = heard[name].filter((other) => other !== hear)),
};
window.load = (film, frame) => {
  window.leave?.();
  document.querySelector("#place").replaceChildren();
  Object.assign(state, { film, frame });
  window.leave = widget.render({ model, el: document.querySelector("#place") });
};
</script></body></html>"""

_FILES = {
    "/": ("text/html", _PAGE),
    "/film.js": ("text/javascript", str(FilmWidget._esm)),
    "/film.css": ("text/css", str(FilmWidget._css)),
}

Look = tuple[str, str] | None
"""A mark's classes and path; none, if it is not drawn."""


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, text = _FILES[self.path]
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    """The address of the page."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def load(page: Page, film: Film, frame: int | None = None) -> None:
    """Put the film into the page, in place of what was there."""
    frame = film.begin if frame is None else frame
    page.wait_for_function("() => Boolean(window.load)")
    page.evaluate(
        "([film, frame]) => load(film, frame)", [json.loads(json.dumps(drawn(film))), frame]
    )


def go(page: Page, frame: int) -> None:
    """Move as Python does."""
    page.evaluate("frame => model.set('frame', frame)", frame)


def seen(page: Page) -> list[Look]:
    """Each mark as the page shows it."""
    looks = page.evaluate(
        "[...document.querySelectorAll('.koda-stage .koda-mark')].map(mark =>"
        " mark.getAttribute('display') ? null :"
        " [mark.getAttribute('class'), mark.firstChild.getAttribute('d')])"
    )
    return [look and cast(Look, tuple(look)) for look in looks]


def meant(film: Film, frame: int) -> list[Look]:
    """Each mark as the film has it."""
    known = forms(film)
    return [known.get(f"{mark.state(frame)} {len(one_line(mark.label))}") for mark in film.marks]
