"""What a student reads: word for word, in 80 columns, without colour."""

from dataclasses import replace

import pytest

from grader.record import Output, Report
from grader.report.terminal import WORDS, short_text, terminal_text, visible
from labs.calls import Call, Outcome, Plain
from labs.checking import Breach, Step

GOLDEN = r"""
run_state_machine: The run state machine
submission my work, mode mock, seed 7

 # self-check                           exercises        result
 1 a state changes only along a legal   state            passed
   edge
 2 a disordered stream is read in       orderer          failed: wrong
   order, each fragment exactly once,
   without any hole
 4 cut off and back                     resume, orderer  failed: blocked

Check 2 failed: wrong
  promise  However disordered and repeated a stream comes off the bus, the
           client reads it in order.
  input    offer(1, 'b'), offer(0, 'a')
  expected 0 'a', 1 'b'
  got      1 'b', 0 'a'
  message  The client received a scrambled sentence.
  seen     seqs: 0, 1, 2, 3, 5, 4
  seen     reply: It \x1b[2J depends,
           as\u202e ever.
  look in  my work/run_state_machine/orderer.py
  hint     What do you do with a number that is too high now but will be due
           later? Day 2.
  repeat   grader check run_state_machine --only 2 --seed 7 \
             --submission 'my work'

Check 4 failed: blocked
  promise  cut off and back
  message  resume is right, and waits for orderer: orderer.py is missing
  look in  my work/run_state_machine/orderer.py
  hint     Which one does it lack?
  repeat   grader check run_state_machine --only 4 --seed 7 \
             --submission 'my work'

passed 1 of 3 checks, 20 of 60 points
"""


def test_word_for_word(report: Report) -> None:
    assert terminal_text(report) == GOLDEN.strip("\n")


STEPS = """
  got      1 'b', 0 'a'
  steps    call     expected  got
           offer 1  nothing   nothing
           offer 0  0, 1      \\u0660
                              breaks here
  message  The client received a scrambled sentence.
"""


def test_the_steps_of_a_script(report: Report) -> None:
    first = Step(Call("offer"), "offer 1", "nothing", "nothing")
    last = Step(Call("offer"), "offer 0", "0, 1", "\u0660", Breach("wrong"))
    wrong = report.checks[1]
    assert wrong.counterexample is not None
    for steps, shown in (((first, last), True), ((last,), False)):
        found = replace(wrong.counterexample, steps=steps)
        text = terminal_text(replace(report, checks=(replace(wrong, counterexample=found),)))
        assert (STEPS in text) is shown
        assert ("steps" in text) is shown


def test_eighty_columns_and_nothing_that_does_not_print(report: Report) -> None:
    for line in terminal_text(report).splitlines():
        assert len(line) <= 80
        assert line.isprintable()
        assert line == line.rstrip()


@pytest.mark.parametrize("outcome", list(WORDS))
def test_every_outcome_has_its_words(report: Report, outcome: Outcome) -> None:
    checks = tuple(replace(check, outcome=outcome) for check in report.checks)
    text = terminal_text(replace(report, checks=checks))
    assert all(len(line) <= 80 for line in text.splitlines())


def test_one_hint_and_one_command_for_each_failed_check(report: Report) -> None:
    text = terminal_text(report)
    assert text.count("  hint ") == text.count("  repeat ") == 2


def test_a_long_path_and_its_command_stay_whole(report: Report) -> None:
    folder = "/home/" + "a" * 90
    text = terminal_text(replace(report, submission=folder))
    assert f"--seed 7 \\\n             --submission {folder}\n" in text


def test_evidence_of_every_shape(report: Report) -> None:
    evidence: dict[str, Plain] = {
        "none": [],
        "pairs": [[0, "a"], [1, "b"]],
        "ids": {"first": [1], "last": None},
    }
    check = replace(report.checks[1], evidence=evidence)
    text = terminal_text(replace(report, checks=(check,)))
    assert "  seen     none: none\n" in text
    assert "  seen     pairs: (0, a), (1, b)\n" in text
    assert "  seen     ids: first: (1), last: None\n" in text


def test_evidence_that_is_sentences(report: Report) -> None:
    evidence: dict[str, Plain] = {"replies": ["It is here.", "Is it?", "Well"]}
    check = replace(report.checks[1], evidence=evidence)
    text = terminal_text(replace(report, checks=(check,)))
    assert "  seen     replies: It is here; Is it?; Well\n" in text


PRINTED = r"""
           as\u202e ever.
  printed  here:  1

             \x1b[2J
  look in  my work/run_state_machine/orderer.py
"""


def test_what_a_failed_check_printed(report: Report) -> None:
    output = Output("here:  1\n\n  \x1b[2J\n\n")
    checks = tuple(replace(check, printed=output) for check in report.checks[:2])
    for text in (terminal_text, short_text):
        told = text(replace(report, checks=checks))
        assert PRINTED in told
        assert told.count("printed") == 1


def test_of_much_that_was_printed_the_beginning(report: Report) -> None:
    for cut, last in ((False, "... 447 more characters"), (True, "... over 447 more characters")):
        check = replace(report.checks[1], printed=Output("abcd " * 200 + "\n", cut))
        lines = terminal_text(replace(report, checks=(check,))).splitlines()
        assert lines.count(f"           {last}") == 1
        assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
        assert sum("abcd" in line for line in lines) == 8


@pytest.mark.parametrize("text", ["", "\n", " \n\n"])
def test_nothing_printed_is_not_told(report: Report, text: str) -> None:
    check = replace(report.checks[1], printed=Output(text))
    assert "printed" not in terminal_text(replace(report, checks=(check,)))


def test_why_a_check_that_passed_earns_nothing(report: Report) -> None:
    passed = replace(report.checks[0], max_points=10)
    checks = (replace(passed, together_with=2), replace(passed, number=6, together_with=5))
    last = "\ncheck 1 counts only together with check 2, check 6 only together with check 5"
    text = terminal_text(replace(report, checks=checks))
    assert text.endswith(f"passed 2 of 2 checks, 20 of 60 points{last}")
    for check in (replace(checks[0], points=10), replace(checks[0], outcome="wrong"), passed):
        text = terminal_text(replace(report, checks=(check,)))
        assert text.endswith(" points")


def test_what_does_not_print_is_shown() -> None:
    assert visible("a\x1b[0m\x00\u202e\ud800é漢\n") == "a\\x1b[0m\\x00\\u202e\\ud800é漢\n"
