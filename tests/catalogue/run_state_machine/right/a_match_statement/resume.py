"""A match statement with guards."""


def resume_from(last_event_id: str | None) -> int:
    match last_event_id:
        case None | "":
            return 0
        case str(text) if len(text) < 10 and set(text) <= set("0123456789"):
            return int(text, 10) + 1
        case _:
            return 0
