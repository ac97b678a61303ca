"""Cards: what a student's code has written is shown, never obeyed, and reads without a style."""

from dataclasses import replace
from html.parser import HTMLParser

from grader.record import Report
from grader.report.html import cards_html, note_html
from labs.calls import Call
from labs.checking import Breach, Counterexample, Step

EVIL = "<script>alert('1')</script>\x1b[2J\u202e\"&"
VOID = {"br", "img"}


class Outline(HTMLParser):
    """Reads a card as a page without styles shows it; every element must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.used: set[str] = set()
        self.words: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.used.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] != "style":
            self.words.append(data.strip())

    @property
    def text(self) -> str:
        return " ".join(word for word in self.words if word)


def with_steps(report: Report, steps: int) -> Report:
    made = [Step(Call("offer"), f"offer {n} {EVIL}", "nothing", EVIL) for n in range(steps)]
    made[-1] = replace(made[-1], breach=Breach("shown"))
    found = Counterexample("orderer", EVIL, EVIL, EVIL, tuple(made))
    check = replace(report.checks[1], message=EVIL, evidence={EVIL: EVIL}, counterexample=found)
    return replace(report, checks=(check,))


def test_a_card_reads_well_without_its_style(report: Report) -> None:
    text = Outline(cards_html(report, "Saved as `a/b.py`.")).text
    assert "\u2713 Check 1 passed a state changes only along a legal edge" in text
    assert "\u2717 Check 2 failed: wrong" in text
    assert "\u2016 Check 4 failed: blocked" in text
    assert "expected 0 'a', 1 'b' got 1 'b', 0 'a'" in text
    assert "Hint for check 2 What do you do with a number that is too high now" in text
    assert text.endswith("passed 1 of 3 checks, 20 of 60 points Saved as a/b.py .")


def test_what_a_student_wrote_is_never_obeyed(report: Report) -> None:
    html = cards_html(with_steps(report, 2), EVIL) + note_html(EVIL)
    assert "script" not in Outline(html).used
    assert not {"\x1b", "\u202e"} & set(html)
    assert Outline(html).text.count("\\u202e") == 12


def test_of_many_steps_the_first_and_the_last(report: Report) -> None:
    text = Outline(cards_html(with_steps(report, 40))).text
    assert "... 30 more, as expected ..." in text
    assert ("offer 4 " in text, "offer 5 " in text, "offer 39 " in text) == (True, False, True)
    assert text.count("breaks here") == 1


def test_one_style_however_many_cards(report: Report) -> None:
    assert cards_html(report).count("<style>") == 1
