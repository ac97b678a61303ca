"""Wrong buffers, and right ones: joining early is right as well."""

from dataclasses import replace
from pathlib import Path

import pytest

from labs.streaming_protocol.trials import slow_client
from labs.streaming_protocol.trials.slow_client import try_slow_client
from tests.streaming_protocol.trying import Apart, Tried, told

WHEN = "        if sum(held.type == _DELTA for held in self._events) > self._limit:\n"


@pytest.mark.parametrize("seed", range(30))
async def test_joining_at_once_is_right(tmp_path: Path, seed: int) -> None:
    tried = Tried(tmp_path, "slow_client", (WHEN, "        if True:\n"))
    assert await try_slow_client(Apart(tried.folder), seed) is None


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        (
            WHEN,
            "        if False:\n",
            ("ClientBuffer(1); put(delta 0 'a'); put(delta 1 'b'); held", "1", "2"),
        ),
        (
            "    return same and one.seq + 1 == other.first_seq",
            "    return same",
            ("ClientBuffer(1); put(delta 0 'a'); put(delta 2 'b'); held", "2", "1"),
        ),
        (
            ", first_seq=one.first_seq)",
            ")",
            (
                "ClientBuffer(1); put(delta 0 'a'); put(delta 1 'b'); take()",
                "[delta 0-1 'ab']",
                "[delta 1 'ab']",
            ),
        ),
        (
            "joined and _joinable",
            "joined and event.response_id == self._events[-1].response_id and _joinable",
            (
                "ClientBuffer(2); put(delta 0 'a'); put(delta 1 'b'); put(r2 delta 0 'c'); held",
                "2",
                "3",
            ),
        ),
        (
            "self._limit = limit",
            "ClientBuffer._limit = limit",
            (
                "ClientBuffer(1); second: ClientBuffer(3); "
                "put(delta 0 'a'); put(delta 1 'b'); held",
                "1",
                "2",
            ),
        ),
        (
            'data={**other.data, "text": text}',
            'data={"text": text[:200]}',
            (
                "ClientBuffer(2); put(delta 0 'ha ha ha ha '... 6000 characters); "
                "put(delta 1 'ha ha ha ha '... 6000 characters); put(delta 2 'ha '); take()",
                "[delta 0-2 'ha ha ha ha '... 12003 characters]",
                "[delta 0-2 'ha ha ha ha '... 200 characters]",
            ),
        ),
        (
            "return taken",
            "return taken[:1]",
            (
                "ClientBuffer(1); put(delta 0 'a'); put(delta 2 'b'); take()",
                "[delta 0 'a', delta 2 'b']",
                "[delta 0 'a']",
            ),
        ),
        (
            'data={**other.data, "text": text}',
            'data=other.data | {"text": text + "!"}',
            (
                "ClientBuffer(1); put(delta 0 'a'); put(delta 1 'b'); take()",
                "[delta 0-1 'ab']",
                "[delta 0-1 'ab!']",
            ),
        ),
    ],
)
async def test_buffers(tmp_path: Path, was: str, now: str, expected: tuple[str, str, str]) -> None:
    found = await Tried(tmp_path, "slow_client", (was, now)).shortest()
    ends = [line.rpartition("held: ")[2] for line in told(found)[1:]]
    assert (found.input, *ends) == expected


async def test_what_only_times_tell_is_told(tmp_path: Path) -> None:
    change = ("first_seq=one.first_seq)", "first_seq=one.first_seq, at=one.at)")
    found = await Tried(tmp_path, "slow_client", change).shortest()
    assert "at=datetime('2027-01-04T09:00:00+00:00') and not at=" in found.got


async def test_an_event_that_was_put_stays_as_it_is(tmp_path: Path) -> None:
    change = ("        self._events.append(event)", '        event.data["text"] = ""')
    found = await Tried(tmp_path, "slow_client", change).shortest()
    assert found.expected.endswith("the event still data={'text': 'a'}")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("return taken", "return taken"),
        ("return taken", "return taken[:1]"),
        ("return taken", "return 7"),
        (WHEN, "        if False:\n"),
        (", first_seq=one.first_seq)", ")"),
        ("        self._events.append(event)", '        event.data["text"] = ""'),
        ("        self._events.append(event)", "        raise OverflowError"),
        ("        return len(self._events)", "        return True"),
    ],
)
async def test_what_is_found_hangs_on_no_short_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, was: str, now: str
) -> None:
    tried = Tried(tmp_path, "slow_client", (was, now))
    found = await tried.finding()
    assert (found is None) == (was == now)
    monkeypatch.setattr(slow_client, "RULES", replace(slow_client.RULES, holds=None))
    assert await tried.finding() == found
