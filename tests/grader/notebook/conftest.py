"""One kernel a module: it takes a second to start."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.grader.notebook.kernel import Desk, Kernel, new_desk


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    started = Kernel(tmp_path_factory.mktemp("nowhere"))
    yield started
    started.close()


@pytest.fixture
def desk(kernel: Kernel, tmp_path: Path) -> Desk:
    return new_desk(kernel, tmp_path / "work")
