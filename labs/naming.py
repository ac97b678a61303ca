"""Names: which part of the system a student's function is, whatever it calls itself."""

from typing import Protocol, cast


class _Callable(Protocol):
    def __call__(self, *args: object) -> object: ...


class Named:
    """A function under the name by which the system asks for it: a cell's may be a lambda."""

    def __init__(self, name: str, function: object) -> None:
        self.__name__ = name
        self._function = cast(_Callable, function)

    def __call__(self, *args: object) -> object:
        """Call it."""
        return self._function(*args)
