"""The failure log: what was refused, and why, each in a sentence.

Knows the system's records by their names and nothing of how they are shown.
"""

from labs.runtime.trace import Record


class FailureLog:
    """Reads records, in order, and tells those of something that was refused."""

    def __init__(self) -> None:
        self._turn = ""

    def read(self, record: Record) -> str | None:
        """What was refused; `None` if nothing was."""
        said = record.detail.strip()
        match (record.actor, record.what):
            case ("screen", "turn"):
                self._turn = record.run_id
            case ("screen", "refused word"):
                return f"The word {said!r} came too late: its turn is over, and it is not shown."
            case ("screen", "refused start") if record.run_id != self._turn:
                return "The start of a turn came that is over: nothing begins anew."
            case ("conversation", "refused speech"):
                return f"{said!r} was said in a turn that is over: it is not passed on."
            case ("conversation", "noted"):
                return f"{said!r} was said over the agent: it is heard and not acted upon."
            case ("conversation", "refused tool"):
                return f"{said} was not begun: too many tools are at work."
            case ("screen", "stuck"):
                return f"The word {said!r} found no room although nothing was held: see Outbox.put."
            case ("decisions", "refused"):
                return f"A decision came to nothing: {said}."
            case ("decisions", "withdrawn"):
                return f"{said} was withdrawn: you went on in a new turn."
        return None
