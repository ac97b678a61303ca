"""Translates what is no digit into nothing, and sees whether anything has gone."""


class Header(str):
    __slots__ = ()

    @property
    def following(self) -> int:
        kept = "".join(filter("0123456789".__contains__, self))
        return int(kept) + 1 if kept == str(self) and 0 < len(kept) < 10 else 0


resume_from = lambda last_event_id: Header(last_event_id or "").following  # noqa: E731
