"""Runs an exercise's text in the kernel, for play: its names are there for the next cells.

Knows IPython's shell. Nothing that happens here is part of a verdict, and whatever is raised is
shown as IPython shows it, cut to the student's own lines.
"""

import ast
import linecache
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, TracebackType
from typing import TYPE_CHECKING

from labs.course import LABS

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_PACKAGES = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
_LIBRARIES = [*map(Path, _PACKAGES), LABS, Path(__file__).parents[1]]


def play(shell: "InteractiveShell", source: bytes, name: str, folder: Path) -> None:
    """Run the text as the file of that name, whose neighbours are in `folder`.

    Raises:
        KeyboardInterrupt: somebody stopped it; it has been shown.
    """
    try:
        code = list(_compiled(source, name))
    except SyntaxError:
        shell.showtraceback()
        return
    except Exception as problem:  # a null byte, a coding that does not fit, brackets without end
        print(f"{name} is no Python: {problem}")
        return
    with _beside(folder):
        _run(shell, code)


def _compiled(source: bytes, name: str) -> Iterator[CodeType]:
    """The statements and, if the last one is an expression, that one: its value is shown."""
    text = decode_source(source)
    # A traceback shows the lines that have run, whatever the file holds by then.
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    tree = ast.parse(text, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    yield compile(tree, name, "exec", dont_inherit=True)
    if last is not None:
        yield compile(ast.Interactive([last]), name, "single", dont_inherit=True)


def _run(shell: "InteractiveShell", code: list[CodeType]) -> None:
    try:
        for part in code:
            exec(part, shell.user_ns)
    except SystemExit as left:
        print(f"Your code left with SystemExit({left.code!r}); in a notebook it just ends here.")
    except BaseException as problem:
        try:
            shell.showtraceback((type(problem), problem, _cut(problem.__traceback__)), tb_offset=0)
        except Exception:  # an exception of the student's that cannot even be told
            print(f"Your code raised {type(problem).__name__}, which cannot be shown.")
        if isinstance(problem, KeyboardInterrupt):
            raise


def _cut(trace: TracebackType | None) -> TracebackType | None:
    """The traceback without our frame, and without what a library does behind the last line."""
    theirs = last = trace and trace.tb_next
    frame = theirs
    while frame is not None:
        if not any(Path(frame.tb_frame.f_code.co_filename).is_relative_to(f) for f in _LIBRARIES):
            last = frame
        frame = frame.tb_next
    if last is not None:
        last.tb_next = None
    return theirs


@contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """Let the text import the files beside its own, as they are now."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and Path(file).parent == folder:
            del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
