"""Day 9: the operation ledger: nothing is done twice, and nothing blindly again.

The rule: `begin` of what was never begun: new. Of what was begun with another fingerprint:
conflict, and nothing changes, whether it is finished or not. Begun and not finished: in_doubt.
Finished: done, with the result (any JSON value, also a falsy one; a failure is a result too). The
first three carry None. `finish` of what was not begun: ValueError; a second time with an equal
result: nothing; with another: ValueError.
"""

from labs.protocol import Begin, Json


class OperationLedger:
    """Remembers which operations were begun, with what, and how they ended."""

    def __init__(self) -> None:
        """Begin empty; after a crash the stored begins and finishes are told once more."""

    def begin(self, operation_id: str, fingerprint: str) -> tuple[Begin, Json]:
        """Say what to do about an operation: run it, take its result, ask, or refuse."""
        # Naive: whoever asks may run it. About 25 lines for the whole class.
        return Begin.NEW, None

    def finish(self, operation_id: str, result: Json) -> None:
        """Note how an operation ended.

        Raises:
            ValueError: it was never begun, or ended otherwise.
        """
