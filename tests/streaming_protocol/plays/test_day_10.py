"""What the plays of Day 10 show, with the reference inside and with the naive starters."""

import pytest

from labs.calls import Fault
from labs.course import course_folder
from labs.protocol import Event
from labs.shown import WIDTH, Shown
from labs.streaming_protocol.plays.events import deed, folded, told, word
from labs.streaming_protocol.plays.figures import a_morning
from labs.streaming_protocol.plays.files import load, starters_files
from labs.streaming_protocol.plays.sight import operators_view, the_log, who_sees_what
from labs.streaming_protocol.plays.slow_client import asleep, let_go
from labs.streaming_protocol.plays.whole import the_whole

NAIVE = {part.__name__: part for part in starters_files()}
RIGHT = {part.__name__: part for part in load(course_folder("solutions") / "streaming_protocol")}
MAIL = "mail(to=ada@example.org, subject=Your parcel)"


def said(shown: Shown, name: str, indent: int = 16) -> list[str]:
    """What stands in the rows of that name; a long one goes on below itself."""
    rows: list[str] = []
    inside = False
    for line in shown.lines:
        head, text = line[:indent].strip(), line[indent:]
        if head:
            inside = head == name
            rows += [text] if inside else []
        elif inside and text:
            rows[-1] += f" {text}"
    return rows


class Ring:
    def __init__(self, limit: int) -> None:
        self.events: list[Event] = []

    @property
    def held(self) -> int:
        return len(self.events)

    def put(self, event: Event) -> None:
        self.events = [*self.events, event][-8:]

    def take(self) -> list[Event]:
        taken, self.events = self.events, []
        return taken


async def test_who_wakes_up_knows_everything_and_little_was_held() -> None:
    shown = await asleep()
    assert said(shown, "most held") == ["19 of 86 events"]
    assert said(shown, "it wakes up") == ["19 events, from number 0 on: text 8, others 11"]
    assert said(shown, "its text") == ["75 of 75 words"]
    assert said(shown, "its tools") == ["4 of 4 through"]
    assert said(shown, "its status") == ["completed"]
    assert said(shown, "it asks again") == []


async def test_the_naive_buffer_holds_all() -> None:
    assert said(await asleep(NAIVE["ClientBuffer"]), "most held") == ["86 of 86 events"]


async def test_who_drops_gets_the_same_again_and_learns_nothing() -> None:
    shown = await asleep(Ring)
    assert said(shown, "most held") == ["8 of 86 events"]
    got = "8 events, from number 78 on: text 7, others 1"
    assert said(shown, "it wakes up") == said(shown, "it asks again") == [got]
    assert said(shown, "its tools") == ["0 of 4 through"] * 2
    assert said(shown, "and") == ["a gap: number 0 has not come"] * 2
    assert MAIL in " ".join(said(shown, "done outside"))


async def test_who_cannot_be_joined_for_is_let_go_and_comes_back_to_a_snapshot() -> None:
    shown, early = await let_go(), await let_go(NAIVE["ClientBuffer"])
    assert said(shown, "held at last") == ["25 events, when number 91 was put"]
    assert said(early, "held at last") == ["25 events, when number 24 was put"]
    for one in (shown, early):
        assert said(one, "it comes back") == ["1 snapshot, which stands for 0 to 128"]
        assert said(one, "its tools") == ["16 of 16 through"]
    assert said(await let_go(Ring), "then") == ["it sleeps on"]


async def test_a_slip_is_told_in_a_sentence() -> None:
    class Slips(Ring):
        def put(self, event: Event) -> None:
            raise ZeroDivisionError("no")

    with pytest.raises(Fault, match="raised ZeroDivisionError: no"):
        await asleep(Slips)


def test_joined_says_the_same_as_apart() -> None:
    apart, joined = [word(3, "The "), word(4, "parcel ")], [word(4, "The parcel ", first_seq=3)]
    assert folded(apart) == folded(joined)
    assert folded([word(2, "See: "), word(4, "The parcel ")]).gap
    assert told([word(4, "a", first_seq=3), deed(5, "tool.started")]) == (
        "[delta 3-4 'a', tool.started 5]"
    )


async def test_the_figures_of_a_morning() -> None:
    morning = await a_morning()
    assert repr(morning).splitlines() == [
        "responses                   11 completed, 3 cancelled",
        "time to first text          3.2 s on average, of 14",
        "Stop to the end             2.3 s on average, of 3",
        "reconnects                  1",
        "dropped connections         1",
        "seq gaps                    1",
        "cancellations after commit  1",
        "duplicate operations        2",
    ]
    assert morning.mails == [MAIL] * 3
    waits = dict(morning.buckets("time_to_first_text_seconds"))
    assert (waits[0.25], waits[2.5], waits[30.0], waits[60.0]) == (9, 13, 13, 14)
    assert 'koda_cancel_seconds_bucket{le="0.01"} 2.0' in morning.raw("cancel_seconds").lines


async def test_a_ledger_that_forgets_has_perfect_figures_and_more_mails() -> None:
    careless = await a_morning(NAIVE["OperationLedger"])
    assert len(careless.mails) == 5
    assert careless.total("duplicate_operations") == 0


async def test_all_six_right_files_agree_about_the_whole() -> None:
    shown = await the_whole()
    assert said(shown, "denied") == ["refund(account=A-7, amount=2000)"]
    assert said(shown, "done") == [f"search(query=parcel); {MAIL}; export(report=open parcels)"]
    assert said(shown, "kept") == ["incomplete, 72 words, because it was stopped"]
    assert said(shown, "slow client") == said(shown, "told again") == ["the same"]
    assert said(shown, "duplicates") == ["2"]
    assert said(shown, "late Stops") == ["1"]
    assert (await the_whole(*RIGHT.values())).lines == shown.lines
    (told_first,) = said(shown, "Stop told")
    assert told_first.startswith("stopped: nothing; goes on: export; done before: search, mail;")


@pytest.mark.parametrize(
    ("parts", "row", "wrong"),
    [
        (["fold"], "unruly client", "streaming; 73 words; no tool"),
        (["to_record"], "kept", "final, 72 words"),
        (["cancel"], "Stop told", "stopped: search, mail, refund, export; goes on: nothing"),
        (["OperationLedger"], "done", f"search(query=parcel); {MAIL}; {MAIL}; {MAIL}"),
        (["payload_hash", "may_execute"], "denied", "nothing: it has not asked again"),
        (["ClientBuffer"], "held for it", "at most 85 of 85 events"),
    ],
)
async def test_each_naive_file_spoils_a_row(parts: list[str], row: str, wrong: str) -> None:
    shown = await the_whole(*[NAIVE[name] for name in parts])
    (told_row,) = said(shown, row)
    assert told_row.startswith(wrong)


async def test_an_operator_sees_no_content_and_a_stranger_nothing() -> None:
    assert (await who_sees_what()).lines == (
        "                  the owner          an operator      a stranger",
        "GET the response  200, with content  200, no content  404",
        "GET its events    200, with content  403              404",
        "POST a Stop       200                403              404",
        "GET /metrics      403                200, no content  403",
    )
    view = await operators_view()
    assert said(view, "a tool") == [
        "search: committed; cooperative",
        "mail: committed; never_after_commit",
    ]


async def test_the_log_hides_what_was_written_unless_it_is_told_not_to() -> None:
    hidden, shown = " ".join((await the_log()).lines), " ".join((await the_log(content=True)).lines)
    assert hidden.count("[redacted]") == 2
    assert "I am ill" in shown
    for secret in ("ill", "ada@example.org"):
        assert secret not in hidden


async def test_no_line_is_too_wide_for_a_notebook() -> None:
    shown = [
        await asleep(),
        await asleep(NAIVE["ClientBuffer"]),
        await let_go(),
        await the_whole(*NAIVE.values()),
        await who_sees_what(),
        await operators_view(),
        await the_log(),
        (await a_morning()).raw("time_to_first_text_seconds"),
    ]
    assert max(len(line) for one in shown for line in one.lines) <= WIDTH
