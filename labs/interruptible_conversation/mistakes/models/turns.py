"""Wrong turn buffers, each made of the right one."""

from typing import cast


class Right:
    """The rule, in small steps: each can be changed alone."""

    def __init__(self) -> None:
        self.turn: str | None = None
        self.text = ""
        self.begun: list[str] = []

    def begin(self, turn_id: str) -> object:
        if not self.is_new(turn_id):
            return False
        self.begun.append(turn_id)
        self.turn = turn_id
        self.text = ""
        return True

    def append(self, turn_id: str, text: str) -> object:
        if not self.is_current(turn_id):
            return False
        self.add(text)
        return True

    def is_new(self, turn_id: str) -> bool:
        return turn_id not in self.begun

    def is_current(self, turn_id: str) -> bool:
        return turn_id == self.turn

    def add(self, text: str) -> None:
        self.text += text


class Restarting(Right):
    def is_new(self, turn_id: str) -> bool:
        return turn_id != self.turn


class Believing(Right):
    def is_new(self, turn_id: str) -> bool:
        return True


class Clearing(Right):
    def begin(self, turn_id: str) -> object:
        if turn_id == self.turn:
            self.text = ""
        return super().begin(turn_id)


class ClearingAsNew(Right):
    def begin(self, turn_id: str) -> object:
        if turn_id == self.turn:
            self.text = ""
            return True
        return super().begin(turn_id)


class TrueAgain(Right):
    def begin(self, turn_id: str) -> object:
        return super().begin(turn_id) or turn_id == self.turn


class KeepingText(Right):
    def begin(self, turn_id: str) -> object:
        text = self.text
        began = super().begin(turn_id)
        self.text = text
        return began


class ClearingFirst(Right):
    def begin(self, turn_id: str) -> object:
        self.text = ""
        return super().begin(turn_id)


class TakingTheRefused(Right):
    def begin(self, turn_id: str) -> object:
        began = super().begin(turn_id)
        self.turn = turn_id
        return began


class NewestRefused(Right):
    """The one that was named last is the newest, even if it was refused."""

    newest: str | None = None

    def begin(self, turn_id: str) -> object:
        self.newest = turn_id
        return super().begin(turn_id)

    def is_current(self, turn_id: str) -> bool:
        return turn_id == self.newest


class RememberingOne(Right):
    def is_new(self, turn_id: str) -> bool:
        return turn_id not in self.begun[-2:]


class Greatest(Right):
    def is_new(self, turn_id: str) -> bool:
        return self.turn is None or turn_id > self.turn


class GreatestAppends(Right):
    def is_current(self, turn_id: str) -> bool:
        return bool(self.begun) and turn_id == max(self.begun)


class NoOlderAppends(Right):
    def is_current(self, turn_id: str) -> bool:
        return bool(self.begun) and turn_id >= max(self.begun)


class Showing(Right):
    def is_current(self, turn_id: str) -> bool:
        return True


class ShowingQuietly(Right):
    def append(self, turn_id: str, text: str) -> object:
        self.add(text)
        return self.is_current(turn_id)


class ShowingBegun(Right):
    def is_current(self, turn_id: str) -> bool:
        return turn_id in self.begun


class TrueButUnshown(Right):
    def append(self, turn_id: str, text: str) -> object:
        super().append(turn_id, text)
        return True


class RefusingEmpty(Right):
    def append(self, turn_id: str, text: str) -> object:
        return super().append(turn_id, text) if text else False


class EmptyForAll(Right):
    def append(self, turn_id: str, text: str) -> object:
        return super().append(turn_id, text) if text else True


class ShowingEarly(Right):
    def is_current(self, turn_id: str) -> bool:
        return self.turn in (None, turn_id)


class AppendAdopts(Right):
    def append(self, turn_id: str, text: str) -> object:
        if self.turn is None:
            self.begin(turn_id)
        return super().append(turn_id, text)


class AppendBegins(Right):
    def append(self, turn_id: str, text: str) -> object:
        self.begin(turn_id)
        return super().append(turn_id, text)


class Raising(Right):
    def append(self, turn_id: str, text: str) -> object:
        if not self.is_current(turn_id):
            raise ValueError
        return super().append(turn_id, text)


class RaisingAgain(Right):
    def begin(self, turn_id: str) -> object:
        if not self.is_new(turn_id):
            raise ValueError
        return super().begin(turn_id)


class SilentRefusals(Right):
    def begin(self, turn_id: str) -> object:
        return super().begin(turn_id) or None

    def append(self, turn_id: str, text: str) -> object:
        return super().append(turn_id, text) or None


class Silent(Right):
    def begin(self, turn_id: str) -> object:
        super().begin(turn_id)
        return None

    def append(self, turn_id: str, text: str) -> object:
        super().append(turn_id, text)
        return None


class Replacing(Right):
    def add(self, text: str) -> None:
        self.text = text


class Stripping(Right):
    def add(self, text: str) -> None:
        self.text += text.strip()


class Spacing(Right):
    def add(self, text: str) -> None:
        self.text = f"{self.text} {text}" if self.text else text


class FirstEmpty(Right):
    def __init__(self) -> None:
        super().__init__()
        self.turn = ""


class TextAbsent(Right):
    def __init__(self) -> None:
        super().__init__()
        self.text = cast(str, None)

    def add(self, text: str) -> None:
        self.text = (self.text or "") + text


class EmptyIdIsNone(Right):
    def is_current(self, turn_id: str) -> bool:
        return bool(self.turn) and turn_id == self.turn


def sharing() -> type[Right]:
    """A buffer whose class keeps what was begun: a new class, so that nobody has used it."""
    ids: list[str] = []

    class Sharing(Right):
        def __init__(self) -> None:
            super().__init__()
            self.begun = ids

    return Sharing
