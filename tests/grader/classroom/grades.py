"""Grades a class as the command does, and reads what came of it."""

import csv
from pathlib import Path

from grader.classroom.entry import Entry
from grader.cli import main


def grade(folder: Path, out: Path, jobs: int = 1) -> int:
    return main(["class", str(folder), "--out", str(out), "--jobs", str(jobs), "--mode", "mock"])


def table(out: Path) -> list[dict[str, str]]:
    with (out / "grades.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def entries(out: Path) -> list[str]:
    lines = (out / "results.jsonl").read_bytes().splitlines()
    return [Entry.from_line(line).student for line in lines]
