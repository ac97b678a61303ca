from labs.protocol import Begin, Json


class OperationLedger:
    """Remembers which operations were begun, with what, and how they ended."""

    def __init__(self) -> None:
        """Begin empty; after a crash the stored begins and finishes are told once more."""
        self._fingerprints: dict[str, str] = {}
        self._results: dict[str, Json] = {}
        self._refused: dict[str, str] = {}

    def begin(self, operation_id: str, fingerprint: str) -> tuple[Begin, Json]:
        """Say what to do about an operation: run it, take its result, ask, or refuse."""
        if operation_id not in self._fingerprints:
            self._fingerprints[operation_id] = fingerprint
            return Begin.NEW, None
        if self._fingerprints[operation_id] != fingerprint:
            if self._refused.setdefault(operation_id, fingerprint) != fingerprint:
                self._fingerprints[operation_id] = fingerprint
            return Begin.CONFLICT, None
        if operation_id not in self._results:
            return Begin.IN_DOUBT, None
        return Begin.DONE, self._results[operation_id]

    def finish(self, operation_id: str, result: Json) -> None:
        """Note how an operation ended.

        Raises:
            ValueError: it was never begun, or ended otherwise.
        """
        if operation_id not in self._fingerprints:
            raise ValueError(f"{operation_id} was never begun")
        if operation_id in self._results and self._results[operation_id] != result:
            raise ValueError(f"{operation_id} has ended with another result")
        self._results[operation_id] = result
