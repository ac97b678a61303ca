"""A plugin for nbval's own run: counts, by notebook, in how many cells something was compared.

A notebook of which nothing is compared passes, and proves nothing; so it must be known.
"""

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import nbval.plugin  # type: ignore[import-untyped]
import pytest

COUNTS = "KODA_COMPARED"
"""The environment variable that names the file for the counts."""

_counts: Counter[str] = Counter()


class _Item(Protocol):
    path: Path


class _Compare(Protocol):
    def __call__(
        self, item: _Item, test: object, ref: Sequence[object], skip_compare: object = None
    ) -> bool: ...


def _counting(compare: _Compare) -> _Compare:
    def counted(
        item: _Item, test: object, ref: Sequence[object], skip_compare: object = None
    ) -> bool:
        _counts[item.path.name] += bool(ref)
        return compare(item, test, ref, skip_compare)

    return counted


def pytest_configure(config: pytest.Config) -> None:
    """Count from now on."""
    nbval.plugin.IPyNbCell.compare_outputs = _counting(nbval.plugin.IPyNbCell.compare_outputs)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Say what was counted."""
    Path(os.environ[COUNTS]).write_text(json.dumps(_counts))
