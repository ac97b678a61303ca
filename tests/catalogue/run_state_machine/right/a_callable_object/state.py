"""A graph that is called."""

from dataclasses import dataclass, field

from labs.runs import RunStatus


@dataclass(frozen=True, slots=True)
class Graph:
    edges: dict[RunStatus, tuple[RunStatus, ...]] = field(default_factory=dict)

    def __call__(self, current: RunStatus, target: RunStatus) -> RunStatus:
        if target in self.edges.get(current, ()):
            return target
        raise ValueError(f"{current!r} leads to {self.edges.get(current, ())!r}")


ENDS = (RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED)
transition = Graph(
    {
        RunStatus.PENDING: (RunStatus.RUNNING, *ENDS[1:]),
        RunStatus.RUNNING: (RunStatus.STREAMING, *ENDS),
        RunStatus.STREAMING: ENDS,
    }
)
