from labs.protocol import Semantics

ENDED = frozenset({"completed", "cancelled", "failed"})
LISTENS = frozenset({Semantics.COOPERATIVE})
