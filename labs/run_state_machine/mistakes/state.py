"""Mistakes with the transition table. Every move is a probe, and is asked for twice."""

import itertools
from collections.abc import Callable, Iterable

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.run_state_machine.trials.state import LEGAL
from labs.runs import RunStatus

PENDING, RUNNING, STREAMING = RunStatus.PENDING, RunStatus.RUNNING, RunStatus.STREAMING
DONE, FAILED, CANCELLED = RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED
AT_WORK, ENDS = (PENDING, RUNNING, STREAMING), (DONE, FAILED, CANCELLED)

PROBES = [
    Probe((Call("transition", pair),), check=1)
    for pair in [*itertools.product(RunStatus, RunStatus)] * 2
]

Move = tuple[RunStatus, RunStatus]
Transition = Callable[[RunStatus, RunStatus], object]

EDGES = {(current, target) for current, targets in LEGAL.items() for target in targets}


def _by_table(edges: set[Move]) -> Callable[[RunStatus, RunStatus], RunStatus]:
    def transition(current: RunStatus, target: RunStatus) -> RunStatus:
        if (current, target) not in edges:
            raise ValueError
        return target

    return transition


RIGHT = {"transition": _by_table(EDGES)}
MODELS: list[Model] = []


def _mistake(name: str, hint: str, *transitions: Transition) -> None:
    mistake = Mistake(name, hint)
    MODELS.extend(Model(mistake, {"transition": transition}) for transition in transitions)


def _with(*moves: Move) -> Transition:
    return _by_table(EDGES | set(moves))


def _without(*moves: Move) -> Transition:
    return _by_table(EDGES - set(moves))


def _each(statuses: Iterable[RunStatus]) -> Transition:
    return _with(*[(status, status) for status in statuses])


def _illegally(answer: Callable[[RunStatus, RunStatus], object]) -> Transition:
    def transition(current: RunStatus, target: RunStatus) -> object:
        return target if (current, target) in EDGES else answer(current, target)

    return transition


def _legally(answer: Callable[[RunStatus, RunStatus], object]) -> Transition:
    def transition(current: RunStatus, target: RunStatus) -> object:
        return answer(current, _by_table(EDGES)(current, target))

    return transition


def _always(problem: type[Exception]) -> Transition:
    def refuse(current: RunStatus, target: RunStatus) -> object:
        raise problem

    return refuse


def _raising(problem: type[Exception]) -> Transition:
    return _illegally(_always(problem))


def _ends_left_out(current: RunStatus, target: RunStatus) -> RunStatus:
    if current in ENDS:
        raise KeyError(current)
    return _by_table(EDGES)(current, target)


def _used_up() -> Transition:
    left = set(EDGES)

    def transition(current: RunStatus, target: RunStatus) -> RunStatus:
        _by_table(left)(current, target)
        left.remove((current, target))
        return target

    return transition


_mistake(
    "trusts whoever asks",
    "If every move is made, what keeps a late worker from waking a run that is done? "
    "See state.py's rule.",
    lambda current, target: target,
)
_mistake(
    "guards the ends only",
    "The ends are safe now; but may a run that is at work go back, or stay? See state.py's rule.",
    lambda current, target: _by_table({(s, t) for s in AT_WORK for t in RunStatus})(
        current, target
    ),
)
_mistake(
    "goes forward only",
    "Later in the list is not the same as reachable: which arrows are in the picture? "
    "See state.py's rule.",
    _by_table(set(itertools.combinations(RunStatus, 2))),
)
_mistake(
    "only done is an end",
    "How many statuses have no arrow that leaves them? See state.py's rule.",
    _with(*[(s, t) for s in (FAILED, CANCELLED) for t in RunStatus if t != s]),
    _with(*[(s, t) for s in (FAILED, CANCELLED) for t in RunStatus]),
)
_mistake(
    "lets failed retry",
    "A failed run is tried again as a new run: what may follow failed itself? See state.py's rule.",
    _with((FAILED, PENDING)),
    _with((FAILED, RUNNING)),
    _with((FAILED, PENDING), (FAILED, RUNNING)),
)
_mistake(
    "revives the cancelled",
    "Somebody has cancelled this run and gone: what may follow cancelled? See state.py's rule.",
    _with((CANCELLED, PENDING)),
    _with((CANCELLED, RUNNING)),
    _with((CANCELLED, PENDING), (CANCELLED, RUNNING)),
)
_mistake(
    "lets a status follow itself",
    "Is it a move if nothing moves? See state.py's rule.",
    _each(RunStatus),
    _each(AT_WORK),
    _each(ENDS),
    _each((RUNNING, STREAMING)),
    *[_each((status,)) for status in RunStatus],
)
_mistake(
    "forgets cancelling",
    "At which moments of its life can a run still be cancelled? See state.py's rule.",
    _without(*[(s, CANCELLED) for s in AT_WORK]),
    *[_without((s, CANCELLED)) for s in AT_WORK],
    _without((PENDING, CANCELLED), (RUNNING, CANCELLED)),
    _without((PENDING, CANCELLED), (STREAMING, CANCELLED)),
    _without((RUNNING, CANCELLED), (STREAMING, CANCELLED)),
)
_mistake(
    "forgets that a waiting run can fail",
    "What becomes of a run that no worker can ever start? See state.py's rule.",
    _without((PENDING, FAILED)),
)
_mistake(
    "insists on streaming",
    "What of an answer that is over before a word of it was streamed? See state.py's rule.",
    _without((RUNNING, DONE)),
)
_mistake(
    "starts in the stream",
    "Who has claimed a run that streams but never ran? See state.py's rule.",
    _with((PENDING, STREAMING)),
)
_mistake(
    "finishes without starting",
    "Can a run be done that nobody has begun? See state.py's rule.",
    _with((PENDING, DONE)),
    _with((PENDING, DONE), (PENDING, STREAMING)),
)
_mistake(
    "goes back to running",
    "Once text has been streamed, which arrow leads back? See state.py's rule.",
    _with((STREAMING, RUNNING)),
    _with((STREAMING, PENDING), (STREAMING, RUNNING)),
    _with((RUNNING, PENDING)),
)
_mistake(
    "answers False",
    "A status is asked for, and refusing is raising: who would notice the answer False? "
    "See state.py's rule.",
    _illegally(lambda current, target: False),
)
_mistake(
    "refuses in silence",
    "A function that ends without a `return` answers None: does that stop whoever asked for the "
    "move? See state.py's rule.",
    _illegally(lambda current, target: None),
)
_mistake(
    "answers nothing",
    "A function that ends without a `return` answers None: what should it give, and when should "
    "it raise? See state.py's rule.",
    lambda current, target: None,
)
_mistake(
    "refuses every move",
    "Not one move is legal by your answer: is it looked up as it is written down? "
    "See state.py's rule.",
    *[_always(kind) for kind in (ValueError, KeyError)],
)
_mistake(
    "answers whether",
    "The caller writes down what you answer: is that a status? See state.py's rule.",
    lambda current, target: (current, target) in EDGES,
    _legally(lambda current, target: True),
)
_mistake(
    "stays where it is",
    "If an illegal move quietly changes nothing, how does the late worker learn of it? "
    "See state.py's rule.",
    _illegally(lambda current, target: current),
)
_mistake(
    "refuses in other words",
    "Which exception does the promise name? See state.py's rule.",
    *[_raising(kind) for kind in (KeyError, Exception, RuntimeError, TypeError, AssertionError)],
    *[_raising(kind) for kind in (PermissionError, LookupError, AttributeError, IndexError)],
)
_mistake(
    "leaves the ends out",
    "What does your table say if it is asked about a status that has no row? See state.py's rule.",
    _ends_left_out,
)
_mistake(
    "forgets to return",
    "The move is legal, and then: what does the caller get? See state.py's rule.",
    _legally(lambda current, target: None),
)
_mistake(
    "answers the old status",
    "Which of the two does the caller write down, once the move is made? See state.py's rule.",
    _legally(lambda current, target: current),
)
_mistake(
    "says the name",
    "A status has a name and a value: which of them is stored? See state.py's rule.",
    _legally(lambda current, target: target.name),
)
_mistake(
    "reads the table backwards",
    "From which of the two does the arrow start? See state.py's rule.",
    _by_table({(target, current) for current, target in EDGES}),
)
_mistake(
    "uses the table up",
    "May two runs make the same move, one after the other? See state.py's rule.",
    _used_up(),
)
