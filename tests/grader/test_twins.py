"""Twin files: what counts as a difference and what does not."""

import pytest

from grader.twins import differences

TWIN = '''"""The rule."""
def f(a: int, b: str = "") -> bool:
    """Say it."""
    return True
class C:
    """A thing."""
    def __init__(self, start: int) -> None:
        """Begin."""
    def offer(self, seq: int) -> None:
        """Take."""
'''


def test_bodies_constants_and_private_names_are_nobody_elses_business() -> None:
    other = TWIN.replace("return True", "return a > LIMIT") + "LIMIT = 3\ndef _own(): ...\n"
    assert differences(TWIN, other) == []


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("The rule", "A rule", "the docstring differs between starter and solution"),
        ("b: str", "b: bytes", "f differs between starter and solution"),
        ("-> bool", "-> int", "f differs between starter and solution"),
        ("Say it", "Ask it", "f differs between starter and solution"),
        ("Begin", "Start", "C.__init__ differs between starter and solution"),
        ("seq: int", "number: int", "C.offer differs between starter and solution"),
    ],
)
def test_a_promise_that_differs(was: str, now: str, said: str) -> None:
    assert differences(TWIN, TWIN.replace(was, now)) == [said]


def test_a_name_that_only_one_has() -> None:
    other = TWIN + "def g() -> None: ...\n"
    assert differences(TWIN, other) == ["g is missing in the starter"]
    assert differences(other, TWIN) == ["g is missing in the solution"]
