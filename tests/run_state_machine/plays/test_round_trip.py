"""The round trip: all that goes wrong with the starter's files goes right with right ones."""

import pytest

from labs.course import course_folder
from labs.naming import Named
from labs.run_state_machine.plays.files import Files, Stuck, load, starters_files
from labs.run_state_machine.plays.kills import kill_workers
from labs.run_state_machine.plays.round_trip import whole_trip
from labs.run_state_machine.plays.services import HOW, known_services, on_real_services
from tests.services import postgres_url, redis_url

RIGHT = load(course_folder("solutions") / "run_state_machine")


async def test_all_four_are_needed() -> None:
    seen = await whole_trip(starters_files())
    assert not seen.in_order
    assert seen.twice != "nothing"
    assert not seen.second.merged
    assert (seen.late, seen.status) == ("written", "streaming")


async def test_all_four_are_enough() -> None:
    seen = await whole_trip(RIGHT)
    assert (seen.in_order, seen.twice, seen.missing) == (True, "nothing", "nothing")
    assert seen.second.merged
    assert "back with Last-Event-ID 5" in repr(seen)
    assert (seen.late, seen.status) == ("refused", "done")


async def test_a_table_that_lets_nothing_through_is_said() -> None:
    def refuses(current: object, target: object) -> object:
        raise ValueError("no")

    stuck = Files((Named("transition", refuses), *RIGHT.functions[1:]), ())
    with pytest.raises(Stuck, match="refuses pending to running"):
        await whole_trip(stuck)


async def test_an_orderer_that_shows_nothing_does_not_hang_it() -> None:
    class SeqOrderer:
        def __init__(self, start: int, emit: object) -> None:
            pass

        def offer(self, seq: int, text: str) -> None:
            pass

    files = Files((*RIGHT.functions, Named("SeqOrderer", SeqOrderer)), ())
    assert "back without a Last-Event-ID" in repr(await whole_trip(files))
    assert "error: " in repr(await kill_workers(files, 3))


async def test_without_services_it_says_how_to_get_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setenv("DATABASE_URL", "postgresql://127.0.0.1:1")
    monkeypatch.setenv("MOCK", "1")
    assert repr(await on_real_services(RIGHT)) == HOW
    monkeypatch.delenv("MOCK")
    monkeypatch.delenv("DATABASE_URL")
    assert known_services() is None


async def test_a_service_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOCK", raising=False)
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setenv("DATABASE_URL", "postgresql://127.0.0.1:1/none")
    assert repr(await on_real_services(RIGHT)).endswith("cannot be reached: is it running?")


async def test_real_services_show_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOCK", raising=False)
    monkeypatch.setenv("REDIS_URL", redis_url())
    monkeypatch.setenv("DATABASE_URL", postgres_url())
    seen = await on_real_services(RIGHT)
    assert repr(seen) == "MOCK, and real Redis and Postgres: the same to the last number."
