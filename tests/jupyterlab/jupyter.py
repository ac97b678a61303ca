"""A real JupyterLab on a fresh workspace, as `make lab` starts it, and what is needed to see it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import grader.notebook
from tests.notebooks.days import environment, init

CONFIG = Path(grader.notebook.__file__).with_name("jupyter")
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, and the workspace that it shows."""

    address: str
    workspace: Path

    def notebook(self, name: str) -> str:
        """The address of a notebook."""
        return f"{self.address}lab/tree/notebooks/{name}.ipynb"


@contextmanager
def lab(folder: Path) -> Iterator[Lab]:
    """Start JupyterLab in a fresh workspace; nothing of this machine's settings counts."""
    workspace = init(folder / "workspace").parent
    homes = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    own = {name: str(folder / name.lower()) for name in homes}
    own["JUPYTER_CONFIG_PATH"] = str(CONFIG)
    options = ["--no-browser", "--allow-root", "--port=0", "--IdentityProvider.token="]
    with subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options],
        cwd=workspace,
        env={**environment(), **own},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Lab(_address(process), workspace)
        finally:
            process.terminate()


def _address(process: "subprocess.Popen[str]") -> str:
    """Wait until it says where it is."""
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if found := _ADDRESS.search(line):
            os.set_blocking(process.stderr.fileno(), False)
            return found[0]
    raise RuntimeError("".join(said))
