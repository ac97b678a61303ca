"""The map of the first lab's system, in text, with today's boxes lit."""

from labs.maps import Map, Plan

PLAIN = """
┌─ client ──────────────────────────────────────────────────────────────────┐
│ sends messages                                 watches runs               │
└──────┬────────────────────────────────────────────────────────────▲───────┘
       │ a message                                                  │ events
┌─ gateway ─────────────────────────────────────────────────────────┴───────┐
│ ┌─ merge ────────┐  ┌─ resume ─────────────┐  ┌─ orderer ───────────────┐ │
│ │ join or new?   │  │ from which number?   │  │ 0, 1, 2, ... each once  │ │
│ └────────────────┘  └──────────────────────┘  └─────────────────────────┘ │
└──────┬─────────────────▲──────────────────┬───────────────────────▲───────┘
       │ status          │ replay           │ work                  │ live
       │                 │              ┌─ bus ─────────────────────┴───────┐
       │                 │              │ in any order, some things twice   │
       │                 │              └───┬───────────────────────▲───────┘
       ▼                 │                  ▼                       │ fragments
┌─ state ────────┐       │    status    ┌─ worker ──────────────────┴───────┐
│ may it move?   │◄──────┼──────────────┤ generates the answer, piece by    │
└──────┬─────────┘       │              │ piece, and writes each piece      │
       ▼                 │              │ twice: first to the store,        │
┌─ store ────────────────┴┐  fragments  │ then to the bus                   │
│ remembers               │◄────────────┤                                   │
└─────────────────────────┘             └───────────────────────────────────┘
""".strip("\n")

PLAN = Plan(
    PLAIN,
    yours=("state", "orderer", "resume", "merge"),
    others=("client", "gateway", "worker", "bus", "store"),
)


def the_map(*today: str) -> Map:
    """The map with these boxes lit: `the_map("orderer")`, or `the_map("worker", "store")`.

    Raises:
        ValueError: there is no box of that name.
    """
    return PLAN.lit(*today)
