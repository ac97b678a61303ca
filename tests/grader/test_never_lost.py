"""Whatever a student does, in whatever order, and whenever the power fails: no text is lost."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from grader.course import find_labs
from grader.furnish import furnish
from grader.workspace import Foreign, Workspace
from tests.grader.conftest import LAB_TOML, STARTER, write
from tests.grader.power import Power, PowerFailure, kept, new_workspace

NAMES = st.sampled_from(["alpha", "beta"])
TEXTS = st.text(max_size=12).map(lambda text: text.encode("utf-8", errors="replace"))


class Student(RuleBasedStateMachine):
    """Works in a workspace; remembers each text that something of ours could have replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="koda-test-")
        course = Path(self.folder.name, "labs")
        write(course / "small", {"lab.toml": LAB_TOML})
        self.starter = write(course.parent / "starter" / "small", STARTER)
        (self.lab,) = find_labs(course)
        self.whole = new_workspace(course.parent / "work", self.lab)
        self.workspace = self.whole
        self.written: set[bytes] = set()
        self.notebooks = Path(self.folder.name, "none")

    def teardown(self) -> None:
        self.folder.cleanup()

    def _present(self) -> None:
        files = [self.whole.exercise(name).file for name in self.lab.files]
        self.written |= {file.read_bytes() for file in files if file.exists()}

    @rule(steps=st.integers(0, 12))
    def the_power_fails_soon(self, steps: int) -> None:
        self.workspace = Workspace(self.whole.root, [self.lab], Power(steps).disk())

    @rule(name=NAMES, text=TEXTS)
    def edit(self, name: str, text: bytes) -> None:
        # What an editor itself writes over is the student's own doing, unless it was kept before.
        self.whole.exercise(name).file.unlink(missing_ok=True)
        self.written &= kept(self.whole, self.lab)
        write(self.whole.root, {f"small/{name}.py": text})

    @rule(name=NAMES, text=TEXTS)
    def the_course_changes(self, name: str, text: bytes) -> None:
        write(self.starter, {f"{name}.py": text})

    @rule()
    def init(self) -> None:
        self._present()
        try:
            furnish(self.workspace, self.notebooks)
        except PowerFailure:
            self.workspace = self.whole

    @rule(name=NAMES)
    def reset(self, name: str) -> None:
        self._present()
        try:
            self.workspace.reset(self.workspace.exercise(name))
        except PowerFailure:
            self.workspace = self.whole

    @rule(name=NAMES, text=TEXTS, force=st.booleans())
    def run_a_cell(self, name: str, text: bytes, force: bool) -> None:
        self._present()
        exercise = self.workspace.exercise(name)
        save = self.workspace.overwrite if force else self.workspace.save
        try:
            save(exercise, text.decode())
            self.written.add(text)
        except PowerFailure:
            self.workspace = self.whole
        except Foreign:
            assert not force

    @rule(name=NAMES, data=st.data())
    def restore(self, name: str, data: st.DataObject) -> None:
        self._present()
        exercise = self.workspace.exercise(name)
        if versions := self.workspace.history(exercise).versions():
            number = data.draw(st.sampled_from([version.number for version in versions]))
            try:
                self.workspace.restore(exercise, number)
            except PowerFailure:
                self.workspace = self.whole

    @invariant()
    def nothing_is_lost(self) -> None:
        self.whole.mend()
        assert self.written <= kept(self.whole, self.lab)

    @rule()
    def a_file_that_was_there_is_there(self) -> None:
        before = [self.whole.exercise(n).file for n in self.lab.files]
        there = [file for file in before if file.exists()]
        self.whole.mend()
        assert all(file.exists() for file in there)


TestStudent = Student.TestCase
TestStudent.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
