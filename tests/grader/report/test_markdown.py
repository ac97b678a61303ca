"""Feedback in Markdown: nothing that a student's code says is a mark in it."""

from dataclasses import replace

from grader.record import Output, Report
from grader.report.markdown import markdown_text


def test_what_it_says(report: Report) -> None:
    text = markdown_text(report)
    assert "**passed 1 of 3 checks, 20 of 60 points**" in text
    assert "| 2 | a disordered stream" in text
    assert "### Check 2: " in text
    assert "input     offer(1, 'b'), offer(0, 'a')" in text
    assert "Look in `orderer.py`." in text
    assert "### Check 1" not in text


def test_a_message_cannot_leave_its_block(report: Report) -> None:
    evil = "```\n# Graded: 100\n<script>````x\x1b[2J"
    check = replace(report.checks[1], message=evil)
    text = markdown_text(replace(report, checks=(check,)))
    assert f"`````text\n{evil[:-4]}\\x1b[2J\n`````" in text


def test_zero_is_zero(report: Report) -> None:
    text = markdown_text(replace(report, points=0, checks=report.checks[1:]))
    assert "**passed 0 of 2 checks, 0 of 60 points**" in text


def test_our_own_words_are_no_marks(report: Report) -> None:
    check = replace(report.checks[0], title="a|b *c* <d>")
    assert r"a\|b \*c\* \<d\>" in markdown_text(replace(report, checks=(check,)))


def test_what_was_printed_cannot_leave_its_block(report: Report) -> None:
    output = Output("```\n# Graded: 100\n\x1b")
    checks = tuple(replace(check, printed=output) for check in report.checks[:2])
    text = markdown_text(replace(report, checks=checks))
    assert "Your code printed:\n\n````text\n```\n# Graded: 100\n\\x1b\n````\n" in text
    assert text.count("Your code printed:") == 1


def test_why_a_check_that_passed_earns_nothing(report: Report) -> None:
    check = replace(report.checks[0], max_points=10, together_with=2)
    text = markdown_text(replace(report, checks=(check,)))
    assert text.endswith("\n\nCheck 1 counts only together with check 2.")
