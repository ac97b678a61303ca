"""A film in a saved notebook, where no kernel runs: by MIME type, as a notebook's output has it.

Which one a reader sees, the reader's programme chooses: JupyterLab and nbconvert the figure,
others the SVG, a terminal the words.
"""

from base64 import b64encode

from labs.widgets.drawing import film_svg, film_text
from labs.widgets.film import Film
from labs.widgets.pieces import safe

# Below the figure stands the widget. Once its kernel is gone, JupyterLab has a line of text in its
# place, "Error displaying widget: model not found", which tells a reader nothing: there the
# picture above is all there is.
_NO_LOST_WIDGET = """\
<style>
.jp-OutputArea-child:has(.koda-still) + .jp-OutputArea-child:has(> .jupyter-widgets)\
:not(:has(> .jupyter-widgets > *)) { display: none; }
</style>
"""


def still(film: Film, frame: int | None = None) -> dict[str, str]:
    """The picture as a figure, as SVG and in words, by MIME type."""
    svg, words = film_svg(film, frame), film_text(film, frame)
    return {"text/html": figure(svg, words), "image/svg+xml": svg, "text/plain": words}


def figure(svg: str, words: str) -> str:
    """The SVG as an image whose alternative text is those words.

    An image, as a notebook's HTML is stripped of SVG until its reader trusts it.
    """
    data = b64encode(svg.encode()).decode()
    alternative = ". ".join(safe(line) for line in words.splitlines())
    return (
        f'{_NO_LOST_WIDGET}<figure class="koda-still" style="margin: 0">'
        f'<img style="max-width: 100%" alt="{alternative}"'
        f' src="data:image/svg+xml;base64,{data}"></figure>'
    )
