"""The map of the third lab's system, in text, with today's boxes lit."""

from labs.maps import Map, Plan

PLAIN = """
┌─ client ──────────────────────────────────────────────────────────────────┐
│ shows one state; clicks on Stop, on Approve, on Continue; may read slowly │
└──────────▲──────────────────────────┬──────────────────────────┬──────────┘
           │ a state                  │ Stop                     │ Approve
┌─ fold ──────────────┐    ┌─ cancel ────────────┐    ┌─ approvals ─────────┐
│ does it follow?     │    │ what can stop?      │    │ exactly this?       │
└──────────▲──────────┘    └──────────┬──────────┘    └──────────┬──────────┘
           │ events: late,            │                          │ allowed
           │ twice or lost            ▼                          ▼
┌─ slow_client ───────┐    ┌─ agent ─────────────┐    ┌─ operations ────────┐
│ what may be joined? │    │ says words, uses    ├───►│ done before?        │
└──────────▲──────────┘    │ tools; may break off│    └──────────┬──────────┘
           │               └──┬───────────────┬──┘               │ if new
           │ events           │ events        │ the end          ▼
┌─ journal ───────────┐       │       ┌─ record ─────────┐ ┌─ tools ────────┐
│ keeps every event   │◄──────┘       │ answer or draft? │ │ search, export,│
│ and every record    │◄──────────────┤                  │ │ mail, refund   │
└─────────────────────┘               └──────────────────┘ └────────────────┘
""".strip("\n")

PLAN = Plan(
    PLAIN,
    yours=("fold", "record", "cancel", "operations", "approvals", "slow_client"),
    others=("client", "agent", "tools", "journal"),
)


def the_map(*today: str) -> Map:
    """The map with these boxes lit: `the_map("fold", "record")`.

    Raises:
        ValueError: there is no box of that name.
    """
    return PLAN.lit(*today)
