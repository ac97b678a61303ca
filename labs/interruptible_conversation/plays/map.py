"""The map of the second lab's system, in text, with today's boxes lit."""

from labs.maps import Map, Plan

PLAIN = """
┌─ client ──────────────────────────────────────────────────────────────────┐
│ speaks, interrupts, presses a button, says stop; reads at its own pace    │
└───────┬───────────────────┬───────────────────┬──────────────────▲────────┘
        │ speech            │ speech, a button  │ Stop             │ words
┌─ intent ───────┐ ┌─ approval ───────┐ ┌─ notice ───────┐ ┌─ outbox ───────┐
│ final, and new?│ │ may it be done?  │ │ what can stop? │ │ is there room? │
└───────┬────────┘ └────────┬─────────┘ └───────┬────────┘ └───────▲────────┘
        │                   │                   │          ┌─ turns ────────┐
        │ an intent         │ approved          │ stop     │ is it its turn?│
        │                   │                   │          └───────▲────────┘
        ▼                   ▼                   ▼                  │ words
┌─ agent ────────┐ ┌─ tools ─────────────────────────────┐ ┌─ bus ──────────┐
│ speaks, asks,  ├►│ look up (can be stopped), export    │ │ some things    │
│ uses tools     │ │ (cannot), update (once approved)    │ │ late or twice  │
└───────┬────────┘ └────────┬────────────────────────────┘ └───────▲────────┘
        │                   │ each step                            │
        │          ┌─ ledger ────────────────────────────┐         │
        │          │ what was asked, approved and done   │         │
        │          └─────────────────────────────────────┘         │
        └─ words ──────────────────────────────────────────────────┘
""".strip("\n")

PLAN = Plan(
    PLAIN,
    yours=("turns", "outbox", "approval", "notice", "intent"),
    others=("client", "agent", "tools", "bus", "ledger"),
)


def the_map(*today: str) -> Map:
    """The map with these boxes lit: `the_map("turns", "outbox")`.

    Raises:
        ValueError: there is no box of that name.
    """
    return PLAN.lit(*today)
