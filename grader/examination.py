"""A lab ready to be graded: its contract, its checks, and what it knows of mistakes, imported.

Knows a lab only by its folder's name and the names that every lab's modules define.
"""

import importlib
import importlib.util
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from grader.course import Lab
from grader.diagnosing import Diagnose, diagnose_of
from grader.record import Usage
from labs.calls import Exercise
from labs.checking import SelfCheck
from labs.scripts import Rules


@dataclass(frozen=True)
class Examination:
    """A lab ready to be graded: its exercises' contract and its checks, imported.

    `rules` are those of the exercises whose counterexamples can be shortened; `diagnose` names
    mistakes. `chiefs`: for an exercise, the first check that is chiefly about it.
    """

    lab: Lab
    exercises: Sequence[Exercise]
    checks: Sequence[SelfCheck]
    rules: Mapping[str, Rules] = field(default_factory=dict)
    diagnose: Diagnose | None = None
    chiefs: Mapping[str, int] = field(default_factory=dict)


def examination(lab: Lab, only: Collection[int] = ()) -> Examination:
    """Import the lab's contract and checks; with `only`, the checks of these numbers.

    Raises:
        Usage: the lab has no such check.
    """
    contract = importlib.import_module(f"labs.{lab.name}.contract")
    checks: Sequence[SelfCheck] = importlib.import_module(f"labs.{lab.name}.checks").CHECKS
    there = [check.number for check in checks]
    for number in only:
        if number not in there:
            raise Usage(f"{lab.name} has no check {number}; it has {', '.join(map(str, there))}")
    chosen = [check for check in checks if not only or check.number in only]
    chiefs = {check.exercises[0]: check.number for check in reversed(checks)}
    return Examination(lab, contract.EXERCISES, chosen, rules_of(lab), diagnose_of(lab), chiefs)


def rules_of(lab: Lab) -> Mapping[str, Rules]:
    """The rules of the lab's exercises, by name, as far as it has any."""
    name = f"labs.{lab.name}.rules"
    if importlib.util.find_spec(name) is None:
        return {}
    rules: Mapping[str, Rules] = importlib.import_module(name).RULES
    return rules
