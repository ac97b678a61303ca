"""Forged headers: what functions make of them."""

from labs.run_state_machine.plays.headers import FORGED, HONEST, headers_tried


def test_the_obvious_line_raises_or_believes() -> None:
    said = [line.split("  ")[-1].strip() for line in headers_tried(_obvious).lines[1:]]
    assert said.count("raised ValueError") == 4
    assert said.count("answered 0") == 1
    assert len(said) == len(FORGED)


def test_no_line_is_long_or_raw() -> None:
    for line in headers_tried(_obvious, (*HONEST, *FORGED)).lines:
        assert len(line) < 60
        assert line.isascii()
        assert line.isprintable()


def _obvious(last_event_id: str | None) -> int:
    return int(last_event_id or "") + 1
