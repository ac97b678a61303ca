from collections import defaultdict

from labs import runs

S = runs.RunStatus
LEGAL = defaultdict(frozenset)
LEGAL[S.PENDING] = frozenset({S.RUNNING, S.CANCELLED, S.FAILED})
LEGAL[S.STREAMING] = frozenset({S.DONE, S.CANCELLED, S.FAILED})
LEGAL[S.RUNNING] = LEGAL[S.STREAMING] | {S.STREAMING}
