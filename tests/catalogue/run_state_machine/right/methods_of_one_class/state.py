"""One class with static and class methods; the contract's names are bound to them."""

from labs.runs import RunStatus


class Rules:
    table = {
        "pending": ("running", "cancelled", "failed"),
        "running": ("streaming", "done", "failed", "cancelled"),
        "streaming": ("done", "failed", "cancelled"),
    }

    @classmethod
    def move(cls, current, target):
        if target not in cls.table.get(current, ()):
            raise UnicodeError("a ValueError by birth")
        return target

    @staticmethod
    def resume(header):
        return 0


transition = Rules.move
