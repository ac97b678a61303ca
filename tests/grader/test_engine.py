"""Blame, points and outcomes, with small checks of our own on real files."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from grader.engine import grade_lab
from grader.examination import Examination
from grader.record import CheckResult, Output, Report, Trouble
from grader.submission import Submission
from labs.calls import Call, Caller, Exercise, Fault, Need
from labs.checking import Bench, Counterexample, Fail, Pass, SelfCheck, Verdict
from labs.diagnosis import Mistake
from labs.runtime.ports import Unavailable
from labs.runtime.system import Site
from tests.grader.conftest import STARTER, Submit

EXERCISES = (
    Exercise("alpha", "alpha.py", (Need("value", 0),)),
    Exercise("beta", "beta.py", (Need("value", 0),)),
)
BOTH = ("alpha", "beta")
Run = Callable[[Bench], Awaitable[Verdict]]
WRONG, RAISES, BROKEN = "def value(): return 9", "def value(): return 1 / 0", "("


async def value(bench: Bench, exercise: str) -> object:
    (answer,) = await bench.caller.call(exercise, [Call("value")])
    if answer.raised is not None:
        raise Fault(exercise, "error", str(answer.raised))
    return answer.value


async def alpha_is_one(bench: Bench) -> Verdict:
    """Alpha is one."""
    got = await value(bench, "alpha")
    if got == 1:
        return Pass({"alpha": 1})
    found = Counterexample("alpha", "value()", "1", str(got))
    return Fail(f"alpha is {got}", {"seed": bench.seed}, found)


async def both_are_right(bench: Bench) -> Verdict:
    got = [await value(bench, name) for name in BOTH]
    return Pass({}) if got == [1, 2] else Fail(f"alpha and beta are {got}")


async def not_both_from_the_student(bench: Bench) -> Verdict:
    got = [await value(bench, name) for name in BOTH]
    return Fail("they quarrel") if got == ["a", "b"] else Pass({})


async def waits_for_nothing(bench: Bench) -> Verdict:
    if await value(bench, "alpha") == 1:
        return Pass({})
    await asyncio.Event().wait()
    return Fail("never said")


async def waits_for_a_system_that_died(bench: Bench) -> Verdict:
    async def system() -> None:
        await value(bench, "alpha")
        alive.set()

    alive = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(system())
        await asyncio.shield(alive.wait())
    return Pass({})


def exam(submission: Submission, *runs: Run, exercises: tuple[str, ...] = BOTH) -> Examination:
    checks = [
        SelfCheck(number, f"check {number}", exercises, run) for number, run in enumerate(runs, 1)
    ]
    return Examination(submission.lab, EXERCISES, checks)


async def grade(
    site: Site, submission: Submission, *runs: Run, exercises: tuple[str, ...] = ("alpha",)
) -> Report:
    made = exam(submission, *runs, exercises=exercises)
    return await grade_lab(made, submission, seed=5, site=site, deadline=0.2)


async def first(
    site: Site, submission: Submission, run: Run, exercises: tuple[str, ...] = ("alpha",)
) -> CheckResult:
    return (await grade(site, submission, run, exercises=exercises)).checks[0]


async def test_a_pass(site: Site, submit: Submit) -> None:
    check = await first(site, submit(), alpha_is_one)
    assert check.seconds >= 0
    assert replace(check, seconds=0) == CheckResult(
        number=1,
        title="check 1",
        promise="Alpha is one.",
        exercises=("alpha",),
        evidence={"alpha": 1},
        seconds=0,
        points=60,
        max_points=60,
    )


async def test_a_failure_keeps_what_the_check_saw(site: Site, submit: Submit) -> None:
    submission = submit(alpha=WRONG, beta=BROKEN)
    check = await first(site, submission, alpha_is_one)
    assert (check.status, check.outcome, check.blame) == ("failed", "wrong", ("alpha",))
    assert (check.message, check.evidence) == ("alpha is 9", {"seed": 5})
    assert check.counterexample == Counterexample("alpha", "value()", "1", "9")
    assert check.files == (str(submission.folder / "alpha.py"),)
    assert check.hint == "Look at alpha."


@pytest.mark.parametrize(
    ("alpha", "outcome", "message"),
    [
        (STARTER["alpha.py"].replace("\n", "\r\n"), "not_written", "alpha is 0"),
        (RAISES, "error", "raised ZeroDivisionError: division by zero (alpha.py line 1)"),
        (BROKEN, "broken", "alpha.py line 1: SyntaxError: '(' was never closed"),
        (None, "broken", "alpha.py is missing"),
    ],
)
async def test_outcomes(
    site: Site, submit: Submit, alpha: str | None, outcome: str, message: str
) -> None:
    check = await first(site, submit(alpha=alpha), alpha_is_one)
    assert (check.outcome, check.message) == (outcome, message)


@pytest.mark.parametrize(
    ("alpha", "beta", "outcome", "blame"),
    [
        (WRONG, STARTER["beta.py"], "wrong", BOTH),
        (STARTER["alpha.py"], WRONG, "not_written", BOTH),
        (WRONG, "def value(): return 2", "wrong", ("alpha",)),
        ("def value(): return 1", WRONG, "blocked", ("beta",)),
        ("def value(): return 1", STARTER["beta.py"], "blocked", ("beta",)),
        ("def value(): return 1", BROKEN, "blocked", ("beta",)),
        (BROKEN, RAISES, "broken", BOTH),
        (RAISES, "def value(): return 2", "error", ("alpha",)),
    ],
)
async def test_blame_for_a_check_about_two(
    site: Site, submit: Submit, alpha: str, beta: str, outcome: str, blame: tuple[str, ...]
) -> None:
    check = await first(site, submit(alpha=alpha, beta=beta), both_are_right, BOTH)
    assert (check.outcome, check.blame) == (outcome, blame)


async def test_a_blocked_check_says_what_it_waits_for(site: Site, submit: Submit) -> None:
    check = await first(site, submit(beta=BROKEN), both_are_right, BOTH)
    assert check.message == (
        "alpha is right, and waits for beta: beta.py line 1: SyntaxError: '(' was never closed"
    )


async def test_its_hint_is_about_what_it_waits_for(site: Site, submit: Submit) -> None:
    submission = submit(beta=WRONG)
    made = replace(exam(submission, both_are_right), chiefs={"alpha": 1, "beta": 2})
    report = await grade_lab(made, submission, seed=5, site=site)
    assert (report.checks[0].outcome, report.checks[0].hint) == ("blocked", "Look at both.")


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("def value(): return object().created", "lists the names"),
        ("def value(): return created", "lists the names"),
        ("def value(): return None.created", "play the call that leads there by hand"),
        ("def value(): return {}['created']", "play the call that leads there by hand"),
    ],
)
async def test_a_name_that_is_not_there_has_its_own_hint(
    site: Site, submit: Submit, code: str, hint: str
) -> None:
    check = await first(site, submit(alpha=code), alpha_is_one)
    assert check.outcome == "error"
    assert hint in str(check.hint)


A, B = "def value(): return 'a'", "def value(): return 'b'"


async def test_two_that_fail_only_together_are_both_to_blame(site: Site, submit: Submit) -> None:
    check = await first(site, submit(alpha=A, beta=B), not_both_from_the_student, BOTH)
    assert (check.outcome, check.blame) == ("wrong", BOTH)
    assert check.message.endswith("but not both together: they quarrel")


async def test_all_together_once_more(site: Site, submit: Submit) -> None:
    report = await grade(site, submit(alpha=A, beta=B), not_both_from_the_student)
    (check,) = report.checks
    assert (check.outcome, check.blame, report.passed, report.points) == ("wrong", BOTH, 0, 0)
    assert check.message.endswith("but not with all of yours together: they quarrel")
    assert check.hint == "Look at alpha."


async def test_one_check_alone_is_not_run_all_together(site: Site, submit: Submit) -> None:
    submission = submit(alpha=A, beta=B)
    made = exam(submission, not_both_from_the_student, exercises=("alpha",))
    report = await grade_lab(made, submission, seed=5, site=site, only=[1])
    assert (report.passed, report.total, report.points, report.max_points) == (1, 1, 60, 60)


async def test_points_that_count_only_together(site: Site, submit: Submit) -> None:
    async def always(bench: Bench) -> Verdict:
        return Pass({})

    report = await grade(site, submit(alpha=WRONG), alpha_is_one, always)
    assert (report.passed, report.total, report.points, report.max_points) == (1, 2, 0, 100)
    report = await grade(site, submit(), alpha_is_one, always)
    assert (report.passed, report.points) == (2, 100)


async def test_a_check_that_hangs(site: Site, submit: Submit) -> None:
    report = await grade(site, submit(alpha=WRONG), waits_for_nothing, alpha_is_one)
    assert [check.outcome for check in report.checks] == ["timeout", "wrong"]
    assert report.checks[0].message.startswith("no end after 0.2 seconds")


async def test_a_fault_ends_the_wait_at_once(site: Site, submit: Submit) -> None:
    submission = submit(alpha=BROKEN)
    made = exam(submission, waits_for_a_system_that_died, exercises=("alpha",))
    async with asyncio.timeout(5):
        report = await grade_lab(made, submission, seed=5, site=site, deadline=60)
    assert report.checks[0].outcome == "broken"


async def test_a_fault_in_a_group_of_exceptions(site: Site, submit: Submit) -> None:
    check = await first(site, submit(alpha=RAISES), waits_for_a_system_that_died)
    assert check.outcome == "error"


@pytest.mark.parametrize(
    "problem", [KeyError("x"), Fault("beta", "wrong", "not theirs"), Unavailable("redis", "a:1")]
)
async def test_trouble_of_ours_is_raised(site: Site, submit: Submit, problem: Exception) -> None:
    async def fails(bench: Bench) -> Verdict:
        async with asyncio.TaskGroup():
            raise problem

    with pytest.raises((ExceptionGroup, Unavailable)) as caught:
        await grade(site, submit(), fails)
    assert caught.value is problem or isinstance(caught.value, ExceptionGroup)


async def test_a_check_that_cannot_be_stopped_is_trouble(site: Site, submit: Submit) -> None:
    end = asyncio.Event()

    async def stubborn(bench: Bench) -> Verdict:
        while not end.is_set():
            try:
                await end.wait()
            except asyncio.CancelledError:
                continue
        return Pass({})

    with pytest.raises(Trouble, match="check 1 does not stop"):
        await grade(site, submit(), stubborn)
    end.set()


async def test_what_one_check_leaves_in_a_module_is_not_there_for_the_next(
    site: Site, submit: Submit
) -> None:
    counts = "n = 0\ndef value():\n    global n\n    n += 1\n    return n\n"
    report = await grade(site, submit(alpha=counts), alpha_is_one, alpha_is_one)
    assert report.passed == 2


async def test_what_was_printed_in_the_run_that_failed(site: Site, submit: Submit) -> None:
    says = "print('loaded')\ndef value():\n    print('called')\n    return {}"
    wrong = submit(alpha=says.format(9), beta=says.format(2))
    report = await grade(site, wrong, alpha_is_one, exercises=("alpha",))
    assert report.checks[0].printed == Output("loaded\ncalled\n")
    report = await grade(site, wrong, both_are_right, exercises=BOTH)
    assert report.checks[0].blame == ("alpha",)
    assert report.checks[0].printed == Output("loaded\ncalled\n" * 2)
    report = await grade(site, submit(alpha=says.format(1)), alpha_is_one, exercises=("alpha",))
    assert (report.passed, report.checks[0].printed) == (1, Output())


async def test_what_a_check_counts_together_with(site: Site, submit: Submit) -> None:
    report = await grade(site, submit(alpha=WRONG), alpha_is_one, waits_for_beta, exercises=BOTH)
    assert [check.together_with for check in report.checks] == [None, 1]
    assert report.held_back == "check 2 counts only together with check 1"
    report = await grade(site, submit(), alpha_is_one, waits_for_beta, exercises=BOTH)
    assert report.held_back == ""


async def waits_for_beta(bench: Bench) -> Verdict:
    return Pass({"beta": str(await value(bench, "beta"))})


async def test_a_check_after_one_that_failed_is_not_run_and_names_no_mistake(
    site: Site, submit: Submit
) -> None:
    asked = []

    async def never(bench: Bench) -> Verdict:
        raise AssertionError

    async def diagnose(caller: Caller, exercise: str, check: int, shown: Sequence[Call]) -> Mistake:
        asked.append((exercise, check))
        return Mistake("nine", "Is it nine?")

    submission = submit(alpha=WRONG)
    made = exam(submission, alpha_is_one, never, exercises=("alpha",))
    marks = tuple(replace(m, after=(1,) if m.number == 2 else ()) for m in made.lab.marks)
    made = replace(made, lab=replace(made.lab, marks=marks), diagnose=diagnose)
    report = await grade_lab(made, submission, seed=5, site=site)
    assert [(c.outcome, c.mistake) for c in report.checks] == [("wrong", "nine"), ("blocked", None)]
    assert report.checks[1].message == "It waits for alpha: first check 1 must pass."
    assert asked == [("alpha", 1)]
