"""However a student's files are written and import each other, they load and leave no trace."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.calling import Host
from labs.calls import Answer, Call, Exercise, Fault, Need
from tests.grader.conftest import WriteFiles

EXERCISES = (
    Exercise("alpha", "alpha.py", (Need("value", 0),)),
    Exercise("beta", "beta.py", (Need("value", 0),)),
)
VALUE = "def value():\n    return {}\n"


def asked(folder: Path, exercise: str = "alpha") -> Answer:
    (answer,) = Host(folder, EXERCISES).perform(exercise, [Call("value")])
    return answer


@pytest.fixture(autouse=True)
def _no_trace() -> Iterator[None]:
    path, names, finders = list(sys.path), set(sys.modules), list(sys.meta_path)
    yield
    assert sys.path == path
    assert sys.meta_path == finders
    new = set(sys.modules) - names
    assert not {name for name in new if "helper" in name or "koda" in name or "alpha" in name}


@pytest.mark.parametrize(
    "text",
    [
        b"def value():\r\n    return 'caf\xc3\xa9'\r\n",
        b"\xef\xbb\xbfdef value():\n    return 'caf\xc3\xa9'\n",
        b"# -*- coding: latin-1 -*-\ndef value():\n    return 'caf\xe9'\n",
        b"def value():\r    return 'caf\xc3\xa9'",
    ],
    ids=["CRLF", "BOM", "PEP 263", "CR"],
)
def test_bytes_of_every_kind(write_files: WriteFiles, text: bytes) -> None:
    assert asked(write_files({"alpha.py": text})).value == "café"


@pytest.mark.parametrize(
    "imports",
    [
        "import helper",
        "from . import helper",
        "import helpers.deep.helper as helper",
        "from helpers.deep import helper",
        "from .helpers.deep import helper",
        "from bare.inside import helper",
        "from .bare.inside import helper",
        "import beta; helper = beta.helper",
        "from .beta import helper",
        "import sys, os; sys.path.insert(0, os.path.dirname(__file__)); import helper",
    ],
)
def test_helpers_plainly_and_relatively(write_files: WriteFiles, imports: str) -> None:
    answer = "def answer():\n    return 42\n"
    folder = write_files(
        {
            "alpha.py": f"{imports}\ndef value():\n    return helper.answer()\n",
            "beta.py": "from . import helper\n" + VALUE.format(2),
            "helper.py": answer,
            "helpers/__init__.py": "",
            "helpers/deep/__init__.py": "from . import helper",
            "helpers/deep/helper.py": answer,
            "bare/inside.py": "from .. import helper",
        }
    )
    assert asked(folder) == Answer(42)


def test_an_import_inside_a_function(write_files: WriteFiles) -> None:
    text = "def value():\n    import helper\n    from . import other_helper\n    return helper.X\n"
    folder = write_files({"alpha.py": text, "helper.py": "X = 7", "other_helper.py": ""})
    host = Host(folder, EXERCISES)
    assert [host.perform("alpha", [Call("value")])[0].value for _ in range(2)] == [7, 7]


def test_one_module_however_it_is_imported(write_files: WriteFiles) -> None:
    text = "import helper\nfrom . import helper as same\ndef value():\n    return helper is same\n"
    assert asked(write_files({"alpha.py": text, "helper.py": ""})).value is True


def test_files_that_import_each_other_in_a_circle(write_files: WriteFiles) -> None:
    folder = write_files(
        {
            "alpha.py": "import helper\n" + VALUE.format("helper.other.X"),
            "helper.py": "import helper_two as other\n",
            "helper_two.py": "import helper\nimport alpha\nX = 5\n",
        }
    )
    assert asked(folder).value == 5


def test_a_helper_named_like_a_module_of_pythons(write_files: WriteFiles) -> None:
    text = "import queue\nfrom heapq import best\n" + VALUE.format("(queue.X, best)")
    before = sys.modules.get("queue")
    folder = write_files(
        {"alpha.py": text, "queue.py": "X = 3", "heapq.py": "best = 4", "json/data.txt": ""}
    )
    assert asked(folder).value == (3, 4)
    assert sys.modules.get("queue") is before


def test_a_data_folder_does_not_hide_a_module_of_pythons(write_files: WriteFiles) -> None:
    text = "import json\n" + VALUE.format("json.dumps([])")
    assert asked(write_files({"alpha.py": text, "json/data.txt": "x"})).value == "[]"


def test_a_submission_cannot_replace_the_labs(write_files: WriteFiles) -> None:
    text = "from . import labs as mine\nfrom labs.runs import MERGE_WINDOW\n" + VALUE.format(
        "mine.X"
    )
    assert asked(write_files({"alpha.py": text, "labs.py": "X = 1"})).value == 1


def test_two_submissions_with_equal_names(write_files: WriteFiles) -> None:
    text = "import helper\ndef value():\n    import beta\n    return [helper.X, beta.value()]\n"
    hosts = []
    for number in (1, 2):
        files = {"alpha.py": text, "helper.py": f"X = {number}", "beta.py": VALUE.format(number)}
        hosts.append(Host(write_files(files), EXERCISES))
    for _ in range(2):
        values = [host.perform("alpha", [Call("value")])[0].value for host in hosts]
        assert values == [[1, 1], [2, 2]]


def test_nothing_is_written_and_no_bytecode_is_trusted(write_files: WriteFiles) -> None:
    folder = write_files({"alpha.py": "import helper\n" + VALUE.format(1), "helper.py": ""})
    assert asked(folder).value == 1
    (folder / "alpha.py").write_text(VALUE.format(2))
    assert asked(folder).value == 2
    assert {path.name for path in folder.iterdir()} == {"alpha.py", "helper.py"}


def test_a_package_file_of_the_submission_breaks_nothing(write_files: WriteFiles) -> None:
    files = {"__init__.py": "from .beta import value", "alpha.py": VALUE.format(1), "beta.py": "("}
    assert asked(write_files(files)).value == 1


PACKAGE = "X = 7\nfrom .helper import Y\nfrom pathlib import Path\nNAME = Path(__file__).name\n"


@pytest.mark.parametrize("exercise", ["alpha", "beta"])
def test_a_package_file_is_run_once_and_before_all_else(
    write_files: WriteFiles, exercise: str
) -> None:
    uses = "from . import NAME, X, Y\n" + VALUE.format("[NAME, X, Y]")
    helper = "from . import X\nY = [X]\nX = 0\n"
    files = {"__init__.py": PACKAGE, "helper.py": helper, "alpha.py": uses, "beta.py": uses}
    assert asked(write_files(files), exercise).value == ["__init__.py", 7, [7]]


def test_what_a_broken_package_file_was_to_define_is_missed_where_it_is_needed(
    write_files: WriteFiles,
) -> None:
    uses = "from . import X, Z\n" + VALUE.format("X")
    files = {"__init__.py": "X = 7\n1 / 0\nZ = 8\n", "alpha.py": uses, "beta.py": VALUE.format(2)}
    host = Host(write_files(files), EXERCISES)
    with pytest.raises(Fault, match=r"alpha\.py cannot be loaded.*zero \(__init__\.py line 2\)"):
        host.load("alpha")
    assert host.perform("beta", [Call("value")]) == [Answer(2)]


def test_no_message_names_the_folder_of_copies(write_files: WriteFiles) -> None:
    files = {"alpha.py": "from .helper import missing", "helper.py": ""}
    with pytest.raises(Fault, match=r"from 'helper' \(helper\.py\)"):
        asked(write_files(files))


BROKEN = [
    ({}, "alpha.py is missing"),
    ({"alpha.py/x.py": ""}, "alpha.py is missing"),
    ({"alpha.py": ""}, "alpha.py does not define value"),
    ({"alpha.py": "value = 3"}, "value in alpha.py cannot be called: it is an int object"),
    ({"alpha.py": "x = 1\ndef value(:\n"}, "alpha.py line 2: SyntaxError: invalid syntax"),
    ({"alpha.py": "if 1:\nx"}, "alpha.py line 2: IndentationError: expected an indented block"),
    ({"alpha.py": "# coding: no-such\n"}, "alpha.py: SyntaxError: "),
    ({"alpha.py": b"\xff\xfe"}, "alpha.py line 1: SyntaxError: (unicode error)"),
    ({"alpha.py": b"\x00"}, "alpha.py cannot be loaded: it raised SyntaxError: source code"),
    (
        {"alpha.py": "\n\nnope()"},
        "alpha.py cannot be loaded: it raised NameError: "
        "name 'nope' is not defined (alpha.py line 3)",
    ),
    (
        {"alpha.py": "import helper", "helper.py": "1/0"},
        "alpha.py cannot be loaded: it raised ZeroDivisionError: "
        "division by zero (helper.py line 1)",
    ),
    ({"alpha.py": "import helper", "helper.py": "\n("}, "helper.py line 2: SyntaxError: '(' was"),
    (
        {"alpha.py": "from . import helper_gone"},
        "alpha.py cannot be loaded: it raised ImportError: "
        "cannot import name 'helper_gone' from 'koda_submission'",
    ),
    (
        {"alpha.py": "import sys; sys.exit(0)"},
        "alpha.py cannot be loaded: it raised SystemExit: 0 (alpha.py line 1)",
    ),
    ({"alpha.py": "def value(a): ..."}, "value in alpha.py must take 0 arguments; it takes (a)"),
    ({"alpha.py": "def value(*, a): ..."}, "value in alpha.py must take 0 arguments; it"),
    (
        {"alpha.py": "class value:\n  def __init__(self, a, b): ..."},
        "value in alpha.py must take 0",
    ),
]


@pytest.mark.parametrize(("files", "message"), BROKEN)
def test_what_cannot_be_used(
    write_files: WriteFiles, files: dict[str, str | bytes], message: str
) -> None:
    host = Host(write_files({"beta.py": VALUE.format(2), **files}), EXERCISES)
    for _ in range(2):
        with pytest.raises(Fault) as caught:
            host.perform("alpha", [Call("value")])
        assert (caught.value.exercise, caught.value.outcome) == ("alpha", "broken")
        assert caught.value.message.startswith(message)
    assert host.perform("beta", [Call("value")]) == [Answer(2)]


def test_a_file_of_pythons_own_makes_no_difference(write_files: WriteFiles) -> None:
    text = "from functools import partial\nvalue = partial(int, '7')\n"
    assert asked(write_files({"alpha.py": text})).value == 7
