"""Wrong folds, records, cancels and ledgers, and the smallest input that shows each."""

from pathlib import Path

import pytest

from tests.streaming_protocol.trying import TRIALS, Apart, Tried, told

WRITING = "ResponseState('r1', last_seq=3, status='streaming', draft='Hel')"


@pytest.mark.parametrize("exercise", TRIALS)
async def test_a_right_answer(tmp_path: Path, exercise: str) -> None:
    assert await Tried(tmp_path, exercise).finding() is None


@pytest.mark.parametrize("exercise", TRIALS)
async def test_how_many_calls_it_takes(tmp_path: Path, exercise: str) -> None:
    caller = Apart(Tried(tmp_path, exercise).folder)
    await TRIALS[exercise](caller)
    assert caller.calls <= 1_200


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        (
            "event.first_seq != state.last_seq + 1",
            "event.first_seq > state.last_seq + 1",
            (
                f"fold({WRITING}, Event('r1', seq=4, type='output_text.delta', "
                "data={'text': 'lo, '}, first_seq=3))",
                "last_seq=3, draft='Hel', gap=True",
                "last_seq=4, draft='Hello, ', gap=False",
            ),
        ),
        (
            "        return replace(state, gap=True)",
            "        return state",
            (
                "fold(ResponseState('r1'), Event('r1', seq=1, type='output_text.delta', "
                "data={'text': 'lo'}))",
                "gap=True",
                "gap=False",
            ),
        ),
        (
            "return dict(state.tools)",
            'state.tools["o"] = 1; return state.tools',
            (
                "fold(ResponseState('r1'), Event('r1', seq=0, type='response.started', data={}))",
                "the argument still tools={}",
                "it is tools={'o': 1}",
            ),
        ),
    ],
)
async def test_folds(tmp_path: Path, was: str, now: str, expected: tuple[str, str, str]) -> None:
    assert told(await Tried(tmp_path, "fold", (was, now)).shortest()) == expected


@pytest.mark.parametrize(
    ("exercise", "was", "now"),
    [
        ("fold", "    return replace(state, approval=None)", "    replace(state, approval=None)"),
        ("record", 'return Record("incomplete", ', 'return None and Record("incomplete", '),
    ],
)
async def test_no_system_runs_with_what_is_none(
    tmp_path: Path, exercise: str, was: str, now: str
) -> None:
    finding = await Tried(tmp_path, exercise, (was, now)).finding()
    assert finding is not None
    assert finding.fatal
    assert finding.counterexample.got == "None"


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        ('state.final or ""', "state.final or state.draft", ("text=''", "text='Hel'")),
        ("state.incomplete_reason, None)", "None, None)", ("incomplete_reason='stopped'", "")),
        ("json.loads(text) if", "text if", ("payload={'a': 1}", "payload='{\"a\": 1}'")),
        ("json.loads(text) if", "json.loads(text.strip()) if", ("ValueError", "Record('final', ")),
        (
            "text, None, json",
            "text, state.incomplete_reason, json",
            ("incomplete_reason=None", "incomplete_reason='stopped'"),
        ),
    ],
)
async def test_records(tmp_path: Path, was: str, now: str, expected: tuple[str, str]) -> None:
    _, wanted, got = told(await Tried(tmp_path, "record", (was, now)).shortest())
    assert wanted == expected[0]
    assert got.startswith(expected[1] or "incomplete_reason=None")


async def test_a_value_error_of_ones_own_is_one(tmp_path: Path) -> None:
    text = "class No(ValueError):\n    pass\n\n\ndef parsed(text):\n    try:\n"
    text += "        return json.loads(text)\n    except ValueError:\n        raise No from None\n"
    changes = [("json.loads(text)", "parsed(text)"), ("def to_record", f"{text}\n\ndef to_record")]
    assert await Tried(tmp_path, "record", *changes).finding() is None


async def test_one_tool_is_enough_to_show_it(tmp_path: Path) -> None:
    change = ("if tool.phase == ToolPhase.WAITING", "if tool.phase in ('waiting', 'committed')")
    assert told(await Tried(tmp_path, "cancel", change).shortest()) == (
        "cancel(Response('r1', status='streaming', "
        "tools=(ToolRun('o1', 'export', 'committed', 'before_start'),)))",
        "tools[0].phase='committed'",
        "tools[0].phase='cancelled'",
    )


async def test_only_many_tools_show_it(tmp_path: Path) -> None:
    change = ("map(_asked, response.tools)", "map(_asked, response.tools[:5])")
    found = await Tried(tmp_path, "cancel", change).shortest()
    assert found.input.count("ToolRun") == 6


@pytest.mark.parametrize(
    ("was", "now", "calls", "expected"),
    [
        (
            "return Begin.IN_DOUBT",
            "return Begin.NEW",
            "OperationLedger(); begin('o1', 'f1'); begin('o1', 'f1')",
            ("('in_doubt', None)", "('new', None)"),
        ),
        (
            "if operation_id not in self._results:",
            "if not self._results.get(operation_id):",
            "OperationLedger(); begin('o1', 'f1'); finish('o1', None); begin('o1', 'f1')",
            ("('done', None)", "('in_doubt', None)"),
        ),
    ],
)
async def test_ledgers(
    tmp_path: Path, was: str, now: str, calls: str, expected: tuple[str, str]
) -> None:
    found = await Tried(tmp_path, "operations", (was, now)).shortest()
    assert told(found) == (calls, *expected)


async def test_what_finish_returns_is_nobodys_business(tmp_path: Path) -> None:
    change = ("self._results[operation_id] = result", "return self._results.setdefault(")
    rest = ("return self._results.setdefault(", "return self._results.setdefault(operation_id, 1)")
    tried = Tried(tmp_path, "operations", change, rest)
    assert await tried.finding() is not None  # it keeps another result than it was told
    right = (
        "self._results[operation_id] = result",
        "self._results[operation_id] = result; return 7",
    )
    assert await Tried(tmp_path, "operations", right).finding() is None


@pytest.mark.parametrize(
    ("exercise", "was", "now"),
    [
        ("fold", "gap=False, ", ""),
        ("record", "state.draft, state", "state.final, state"),
        ("cancel", "ToolPhase.RUNNING and", "ToolPhase.WAITING and"),
        ("operations", "        self._results[operation_id] = result", "        pass"),
        ("approvals", "now < ", "now <= "),
        ("approvals", "sort_keys=True, ", ""),
        ("slow_client", "one.response_id == other.response_id and ", ""),
    ],
)
async def test_a_trace_can_be_replayed(tmp_path: Path, exercise: str, was: str, now: str) -> None:
    tried = Tried(tmp_path, exercise, (was, now))
    found = await tried.shortest()
    script = tried.read_again(found)
    assert script == tuple(step.call for step in found.steps)
