"""Replays a script: runs it again on a submission's present file, behind the wall, and tells it.

Knows scripts, their rules and the sandbox. What should come of each call is computed anew, from the
script alone. The calls are made one after the other, so that one that hangs can be named.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.course import Lab
from grader.examination import Examination, examination
from grader.record import Output, Usage
from grader.report.printed import printed_lines
from grader.sandbox import Sandbox
from grader.saved import Saved
from grader.submission import Submission
from grader.trace import NoScript, script_from_json
from labs.calls import Answer, Fault
from labs.scripts import Rules, Script, Steps, is_broken
from labs.timeline import timeline
from labs.visible import one_line

MOST_STEPS = 40
_ONE_BY_ONE = 200
"""Of longer scripts, all calls are made in one batch: nobody looks at them one by one."""


@dataclass(frozen=True)
class Replay:
    """What came of a script: its steps up to where it broke, or the fault that ended it."""

    exercise: str
    file: str
    calls: int
    steps: Steps
    fault: str = ""
    printed: Output = field(default_factory=Output)

    @property
    def holds(self) -> bool:
        """Whether every step is as expected now."""
        return not self.fault and not is_broken(self.steps)

    def __str__(self) -> str:
        lines = [f"{self.exercise}: {one_line(self.file)}", "", *self._told()]
        printed = [] if self.holds else printed_lines(self.printed)
        lines += [
            f"  {'' if number else 'printed':8} {line}".rstrip()
            for number, line in enumerate(printed)
        ]
        return "\n".join(lines)

    def _told(self) -> list[str]:
        if self.fault:
            return _wrapped(f"It still breaks: {self.fault}")
        rows = timeline(self.steps, most=MOST_STEPS)
        if self.holds:
            return [*rows, "", "It holds now: every step is as expected."]
        at = f"at step {len(self.steps):,} of {self.calls:,}"
        last = self.steps[-1]
        return [
            *rows,
            "",
            *_wrapped(f"It still breaks, {at}: {last.said}"),
            *_wrapped(f"  expected {last.expected}"),
            *_wrapped(f"  got now  {last.got}"),
        ]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(one_line(text), 80, subsequent_indent=" " * 11)


def opened(saved: Saved, labs: Sequence[Lab]) -> tuple[Examination, Script]:
    """The trace's lab and its script; an exercise's name tells its lab.

    Raises:
        Usage: it is a trace of no such lab, or of no script of that lab.
    """
    named = [lab for lab in labs if saved.lab in (None, lab.name)]
    lab = next((lab for lab in named if saved.exercise in lab.files), None)
    if lab is None:
        where = "this course" if saved.lab is None else f"a lab {saved.lab!a} of this course"
        raise Usage(f"there is no exercise {saved.exercise!a} in {where}")
    exam = examination(lab)
    rules = exam.rules.get(saved.exercise)
    (exercise,) = (e for e in exam.exercises if e.name == saved.exercise)
    if rules is None:
        raise Usage(f"nothing of {saved.exercise} can be replayed")
    try:
        return exam, script_from_json(saved.script, exercise, rules)
    except NoScript as problem:
        raise Usage(f"the trace of {saved.exercise} cannot be replayed: {problem}") from None


async def replay(
    exam: Examination, submission: Submission, exercise: str, script: Script
) -> Replay:
    """Run the script on the submission's file for that exercise."""
    file = str(submission.folder / exam.lab.files[exercise])
    sandbox = Sandbox(submission.folder)
    rules = exam.rules[exercise]
    answers: list[Answer] = []
    fault = ""
    try:
        async with sandbox.performer(exam.exercises) as student:
            try:
                for calls in _batches(rules, script):
                    answers += await student.call(exercise, calls)
            except Fault as problem:
                fault = problem.message
                if problem.outcome != "broken":
                    name = script[len(answers)].name
                    what = "" if fault.startswith(name) else f": {name}"
                    fault += f", at step {len(answers) + 1:,} of {len(script):,}{what}"
    finally:
        sandbox.close()
    steps = () if fault else rules.judge(script, answers)
    return Replay(exercise, file, len(script), steps, fault, student.output)


def _batches(rules: Rules, script: Script) -> Sequence[Script]:
    calls = rules.calls(script)
    return [calls] if len(calls) > _ONE_BY_ONE else [(call,) for call in calls]
