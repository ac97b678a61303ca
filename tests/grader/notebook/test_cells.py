"""A notebook's cells in a real kernel: what is saved, what runs, what is shown, and what counts."""

import sys
from pathlib import Path

import pytest

from grader.report.terminal import WORDS
from tests.grader.notebook.kernel import Desk, Kernel

WRONG = "def transition(current, target):\n    return target\n"
STARTER_SAYS = WORDS["not_written"]


def starter(desk: Desk) -> str:
    return desk.exercise.starter.read_text()


def solution(desk: Desk) -> str:
    lab = desk.workspace.lab_of(desk.exercise)
    return (lab.solutions / desk.exercise.file.name).read_text()


def test_a_cell_saves_itself_runs_and_shows_its_checks(desk: Desk) -> None:
    seen = desk.do(starter(desk))
    assert (seen.status, seen.errors, len(seen.texts), desk.kept) == ("ok", [], 1, [])
    assert STARTER_SAYS in seen.texts[0]
    assert seen.texts[0].endswith("0 of 20 points\nSaved as run_state_machine/state.py.")
    assert f"{STARTER_SAYS}</h2>" in seen.html[0]
    seen = desk.do(solution(desk))
    assert "passed 1 of 1 checks, 20 of 20 points" in seen.texts[0]
    assert "the text before it is version 1: `grader history state --restore 1`" in seen.texts[0]
    assert (desk.file, desk.kept) == (solution(desk), [starter(desk)])
    assert desk.run("transition('pending', 'running')").texts == ["'running'"]


def test_the_same_card_each_time(desk: Desk) -> None:
    first, second = desk.do(WRONG), desk.run("check(1)")
    assert first.html[0].partition("</article>")[0] == second.html[0].partition("</article>")[0]
    assert str(desk.workspace.root) not in first.html[0]
    assert "second" not in second.texts[0]


def test_restarted_and_out_of_order(desk: Desk) -> None:
    assert STARTER_SAYS in desk.run("check(1)").texts[0]
    desk.do(solution(desk))
    desk.kernel.restart()
    desk.load()
    assert "passed 1 of 1" in desk.run("check(1)").texts[0]
    assert "NameError" in desk.run("transition").errors
    assert "passed 3 of 6" in desk.run("check()").texts[0]


def test_a_kernel_that_dies_in_the_play_has_saved(desk: Desk) -> None:
    text = "import os\nos._exit(1)\n"
    desk.kernel.client.execute(f"%%exercise {desk.exercise.name}\n{text}")
    while desk.kernel.manager.is_alive():
        pass
    desk.kernel.restart()
    assert desk.file == text


def test_two_tabs(desk: Desk) -> None:
    desk.do("mine = 1\n")
    desk.do("mine = 2\n")
    seen = desk.do("mine = 1\n")
    assert "This cell's text is version 2 of run_state_machine/state.py again." in seen.texts[0]
    assert "`grader history state --restore 3`" in seen.texts[0]
    assert (desk.file, desk.kept[1:]) == ("mine = 1\n", ["mine = 1\n", "mine = 2\n"])


def test_an_edited_file_stays_and_is_what_counts(desk: Desk) -> None:
    desk.exercise.file.write_text(solution(desk) + "edited = 1\n")
    seen = desk.do(WRONG)
    assert "holds a text that no cell has saved" in seen.texts[0]
    assert "passed 1 of 1" in seen.texts[1]
    assert desk.run("edited").texts == ["1"]
    assert (desk.file.endswith("edited = 1\n"), desk.kept) == (True, [])
    (text,) = desk.run("%exercise state").next_inputs
    assert text == f"%%exercise state\n{desk.file.rstrip()}"
    assert "passed 1 of 1" in desk.run(text.replace("edited = 1", "edited = 2")).texts[-1]
    assert "edited = 2" in desk.file
    assert len(desk.kept) == 1


def test_a_cell_in_the_place_of_an_edited_file(desk: Desk) -> None:
    desk.exercise.file.write_text("edited = 1\n")
    seen = desk.do(WRONG, " --replace")
    assert "what the file held is version 1" in seen.texts[0]
    assert "`grader history state --restore 1` in a terminal" in seen.texts[0]
    assert (desk.file, desk.kept) == (WRONG, ["edited = 1\n"])


def test_a_notebook_that_was_not_saved(desk: Desk) -> None:
    desk.do(solution(desk))
    seen = desk.do(starter(desk).replace("\n", "  \r\n"))
    assert (
        "still the starter's text, and run_state_machine/state.py holds your work"
        in (seen.texts[0])
    )
    assert "passed 1 of 1" in seen.texts[1]
    assert (desk.file, desk.kept) == (solution(desk), [starter(desk)])


def test_a_cell_that_does_not_parse_is_saved(desk: Desk) -> None:
    seen = desk.do("def transition(:\n")
    assert (seen.errors, desk.file) == (["SyntaxError"], "def transition(:\n")
    assert "state.py line 1: SyntaxError" in seen.texts[0]
    seen = desk.do("a = '\0'\n")
    assert WORDS["broken"] in seen.texts[0]


@pytest.mark.parametrize(
    ("text", "errors", "printed"),
    [
        ("raise SystemExit(3)\n", [], "SystemExit(3)"),
        ("print('here')\ninput()\n", ["StdinNotImplementedError"], "here"),
        ("def f():\n    return 1 / 0\nf()\n", ["ZeroDivisionError"], ""),
        ("import json\njson.loads('x')\n", ["JSONDecodeError"], ""),
    ],
)
def test_what_the_play_raises(desk: Desk, text: str, errors: list[str], printed: str) -> None:
    seen = desk.do(text)
    assert (seen.status, seen.errors, printed in seen.printed) == ("ok", errors, True)
    assert "Check 1 failed" in seen.texts[-1]
    for ours in (sys.prefix, sys.base_prefix, "grader/notebook", str(desk.workspace.root)):
        assert ours not in seen.traceback


def test_an_interrupted_play(desk: Desk) -> None:
    interrupt = desk.kernel.manager.interrupt_kernel
    text = (
        "if __name__ == '__main__':\n    print('on', flush=True)\n    while True:\n        pass\n"
    )
    seen = desk.run(f"%%exercise state\n{text}", {"on": interrupt})
    assert (seen.status, seen.errors) == ("error", ["KeyboardInterrupt", "Stopped"])
    assert "Check 1 failed" in seen.texts[0]
    assert desk.file == text


def test_the_play_shows_its_last_value_and_finds_its_neighbours(desk: Desk) -> None:
    beside = desk.exercise.file.with_name("beside.py")
    for value in ("1", "22"):
        beside.write_text(f"value = {value}\n")
        assert desk.do("import beside\nbeside.value\n").texts[0] == value


def test_the_kernel_has_no_part_in_the_verdict(desk: Desk) -> None:
    desk.run("from grader import session\nclean, session.examination = session.examination, None")
    assert "Check 1 failed" in desk.run("check(1)").texts[0]
    desk.run("session.examination = clean")


def test_what_cannot_be_graded_is_a_sentence(desk: Desk) -> None:
    desk.run("import os\nos.environ.update(MOCK='', REDIS_URL='redis://:secret@127.0.0.1:1')")
    seen = desk.run("check(1)")
    desk.run("os.environ['MOCK'] = '1'\ndel os.environ['REDIS_URL']")
    assert seen.errors == []
    assert "Nothing was graded: REDIS_URL is set but DATABASE_URL is not" in seen.texts[0]
    assert "secret" not in seen.html[0]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("%%exercise nothing\nx", "there is no exercise 'nothing'; there are: state, "),
        ("%%exercise\nx", "takes the name of one exercise; there are: state, "),
        ("%%exercise state --force\nx", "has no option '--force'; it has `--replace`"),
        ("%exercise state --replace", "belongs to a cell that begins with `%%exercise`"),
        ("check(9)", "has no check 9; it has 1, 2"),
        ("check('2')", "a check goes by its number"),
        ("check(2, lab='no_such')", "there is no lab 'no_such'; there are: "),
    ],
)
def test_what_makes_no_sense_is_a_sentence(desk: Desk, cell: str, said: str) -> None:
    seen = desk.run(cell)
    assert said in seen.texts[0]
    assert (len(seen.texts), seen.errors, desk.file) == (1, [], starter(desk))


def test_a_file_that_is_gone(desk: Desk) -> None:
    desk.exercise.file.unlink()
    assert "grader reset state" in desk.run("%exercise state").texts[0]
    assert STARTER_SAYS in desk.do(starter(desk)).texts[0]
    assert desk.file == starter(desk)


def test_outside_a_workspace(kernel: Kernel, tmp_path: Path) -> None:
    kernel.run(f"import os; os.chdir({str(tmp_path)!r})")
    seen = kernel.run("%reload_ext grader")
    assert (seen.errors, len(seen.texts)) == ([], 1)
    assert "Type `grader init` in a terminal" in seen.texts[0]
    for cell in ("check(1)", "%%exercise state\nx = 1"):
        assert "is in no workspace" in kernel.run(cell).texts[0]
