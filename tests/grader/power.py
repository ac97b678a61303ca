"""A disk whose power fails, for good, after so many steps."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

from grader.course import Lab
from grader.disk import Disk
from grader.workspace import Workspace

P = ParamSpec("P")


class PowerFailure(BaseException):
    """Nothing that runs can catch it and go on: every further step fails as well."""


class Power:
    """Counts the steps that a disk takes; beyond `steps` there are none."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def disk(self) -> Disk:
        return Disk(
            replace=self._counted(os.replace),
            link=self._counted(os.link),
            sync=self._counted(os.fsync),
            remove=self._counted(os.unlink),
        )

    def _counted(self, step: Callable[P, None]) -> Callable[P, None]:
        def counted(*args: P.args, **kwargs: P.kwargs) -> None:
            if self.left == 0:
                raise PowerFailure
            self.left -= 1
            step(*args, **kwargs)

        return counted


def kept(workspace: Workspace, lab: Lab) -> set[bytes]:
    """Every text that a student can get at: the files', and the replaced versions'."""
    texts = set()
    for name in lab.files:
        exercise = workspace.exercise(name)
        if exercise.file.exists():
            texts.add(exercise.file.read_bytes())
        texts |= {version.data() for version in workspace.history(exercise).versions()}
    return texts


def new_workspace(root: Path, lab: Lab, disk: Disk | None = None) -> Workspace:
    """An empty workspace in that folder."""
    (root / ".koda").mkdir(parents=True, exist_ok=True)
    return Workspace(root.resolve(), [lab], disk or Disk())
