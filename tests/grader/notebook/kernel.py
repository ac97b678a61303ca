"""A real IPython kernel, as a notebook has it: run a cell, and see what it shows."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager

from grader.course import Lab, find_labs
from grader.furnish import furnish
from grader.workspace import Exercise, Workspace

PATIENCE = 60


class _Content(TypedDict, total=False):
    data: dict[str, str]
    text: str
    ename: str
    traceback: list[str]


class _Message(TypedDict):
    msg_type: str
    content: _Content


@dataclass
class Seen:
    """What a cell showed: its displays as text and as HTML, what it printed, its errors."""

    texts: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    printed: str = ""
    errors: list[str] = field(default_factory=list)
    traceback: str = ""
    status: str = ""
    next_inputs: list[str] = field(default_factory=list)

    def take(self, message: _Message) -> None:
        content = message["content"]
        if "data" in content:
            self.texts.append(content["data"]["text/plain"])
            self.html.append(content["data"].get("text/html", ""))
        elif "ename" in content:
            self.errors.append(content["ename"])
            self.traceback += "\n".join(content["traceback"])
        elif message["msg_type"] == "stream":
            self.printed += content["text"]


class Kernel:
    """The kernel of a notebook that stands in a workspace's folder `notebooks`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        kept = {k: v for k, v in os.environ.items() if k not in ("REDIS_URL", "DATABASE_URL")}
        self.manager = KernelManager(kernel_name="python3")
        # As JupyterLab names it: so the extension knows whose day it is.
        named = {"MOCK": "1", "JPY_SESSION_NAME": "notebooks/day_1_state_machine.ipynb"}
        self.manager.start_kernel(cwd=str(folder), env={**kept, **named})
        self.client = self._client()

    def _client(self) -> BlockingKernelClient:
        client = self.manager.blocking_client()
        client.start_channels()
        client.wait_for_ready(timeout=PATIENCE)
        return client

    def run(self, cell: str, whenever: Mapping[str, Callable[[], object]] | None = None) -> Seen:
        """Run the cell; as soon as something is printed, do what it stands for in `whenever`."""
        seen = Seen()

        def hook(message: _Message) -> None:
            seen.take(message)
            if whenever and message["msg_type"] == "stream":
                whenever[message["content"]["text"].strip()]()

        reply = self.client.execute_interactive(
            cell, output_hook=hook, allow_stdin=False, timeout=PATIENCE
        )
        seen.status = reply["content"]["status"]
        seen.next_inputs = [one["text"] for one in reply["content"].get("payload", [])]
        return seen

    def restart(self) -> None:
        self.client.stop_channels()
        self.manager.restart_kernel(now=True)
        self.client = self._client()

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@dataclass
class Desk:
    """A student's desk: a workspace, and a kernel that is in it. One exercise is on it."""

    kernel: Kernel
    workspace: Workspace
    exercise: Exercise

    def run(self, cell: str, whenever: Mapping[str, Callable[[], object]] | None = None) -> Seen:
        return self.kernel.run(cell, whenever)

    def do(self, text: str, options: str = "") -> Seen:
        """Run the exercise's cell with that text."""
        return self.run(f"%%exercise {self.exercise.name}{options}\n{text}")

    def load(self) -> Seen:
        """Be in the workspace and load the extension, as a notebook's first cell does."""
        self.run(f"import os; os.chdir({str(self.workspace.root / 'notebooks')!r})")
        return self.run("%reload_ext grader")

    @property
    def file(self) -> str:
        return self.exercise.file.read_text()

    @property
    def kept(self) -> list[str]:
        """The replaced versions' texts."""
        versions = self.workspace.history(self.exercise).versions()
        return [version.data().decode() for version in versions]


def new_desk(kernel: Kernel, root: Path, lab: Lab | None = None) -> Desk:
    """A fresh workspace for the kernel, and on it the first exercise of the first lab."""
    workspace = Workspace(root.resolve(), find_labs() if lab is None else (lab,))
    furnish(workspace, root / "none")
    (root / "notebooks").mkdir()
    desk = Desk(kernel, workspace, workspace.exercises()[0])
    desk.load()
    return desk
