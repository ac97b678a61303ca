"""Wrong fingerprints and permissions: judged by what is the same, never by a digest of ours."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from labs.streaming_protocol.trials import approvals
from tests.streaming_protocol.trying import Tried, told

CANONICAL = 'json.dumps([tool, arguments], sort_keys=True, separators=(",", ":"))'


@pytest.mark.parametrize(
    "form",
    [
        'json.dumps({"t": tool, "a": arguments}, sort_keys=True)',
        "json.dumps([arguments, tool], sort_keys=True, ensure_ascii=False)",
        "tool + json.dumps(arguments, sort_keys=True, indent=2)",
    ],
)
async def test_other_canonical_forms(tmp_path: Path, form: str) -> None:
    assert await Tried(tmp_path, "approvals", (CANONICAL, form)).finding() is None


@pytest.mark.parametrize(
    ("form", "one", "other"),
    [
        ("tool", "'send_mail', {'to': 'ann@", "'send_mail', {'to': 'bo@"),
        ("json.dumps(arguments, sort_keys=True)", "'send_mail', {'to'", "'refund', {'to'"),
        ("f'{tool}{arguments}'", "{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}"),
        (
            "json.dumps([tool, sorted(arguments.items())])",
            "{'a': {'a': 1, 'b': 2}}",
            "{'a': {'b': 2, 'a': 1}}",
        ),
        ("json.dumps({**arguments, 'tool': tool}, sort_keys=True)", "{'tool': 'mail'}", "{}"),
        (CANONICAL + ".replace('true', '1')", "{'a': True}", "{'a': 1}"),
        (CANONICAL + ".replace('\"', '')", "{'a': '1'}", "{'a': 1}"),
        (CANONICAL + "[:20_000]", "xxx...xxxxxxxx'} 30,009", "xxx...xxxxxxxy'} 30,009"),
        (CANONICAL.replace("tool", "tool.split('.')[-1]"), "'mail.send'", "'bank.send'"),
    ],
)
async def test_fingerprints(tmp_path: Path, form: str, one: str, other: str) -> None:
    found = await Tried(tmp_path, "approvals", (CANONICAL, form)).shortest()
    first, second = found.input.split("; ")
    assert one in first
    assert other in second
    assert {found.expected.rpartition(": ")[2], found.got.rpartition(": ")[2]} == {
        "the same hash as before",
        "another hash than before",
    }


@pytest.mark.parametrize(
    ("was", "now", "asked"),
    [
        (
            "        and not approval.used\n",
            "",
            "granted, used, hash equal, 60 s before it expires",
        ),
        ("now < ", "now <= ", "granted, unused, hash equal, just as it expires"),
        (
            "        and approval.payload_hash == payload_hash(tool, arguments)\n",
            "",
            "granted, unused, another hash, 60 s before it expires",
        ),
        (
            "approval.payload_hash == payload_hash(tool, arguments)",
            "approval.payload_hash.lower() == payload_hash(tool, arguments)",
            "granted, unused, hash in upper case, 60 s before it expires",
        ),
        (
            "approval.payload_hash == payload_hash(tool, arguments)",
            "approval.payload_hash.strip() == payload_hash(tool, arguments)",
            "granted, unused, hash ' ...' and not '...', 60 s before it expires",
        ),
        (
            "        and approval.payload_hash == payload_hash(tool, arguments)\n",
            "        and payload_hash(tool, arguments).startswith(approval.payload_hash or '-')\n",
            "granted, unused, only 63 digits of the hash, 60 s before it expires",
        ),
        (
            "        and approval.payload_hash == payload_hash(tool, arguments)\n",
            "        and approval.payload_hash[:32] == payload_hash(tool, arguments)[:32]\n"
            "        and len(approval.payload_hash) == 64\n",
            "granted, unused, hash with another second half, 60 s before it expires",
        ),
        (
            "now < approval.expires_at",
            "now.replace(tzinfo=None) < approval.expires_at.replace(tzinfo=None)",
            "granted, unused, hash equal, 60 s before it expires, now in another zone",
        ),
    ],
)
async def test_permissions(tmp_path: Path, was: str, now: str, asked: str) -> None:
    found = await Tried(tmp_path, "approvals", (was, now)).shortest()
    _, question = found.input.split("); ", 1)
    match = re.match(r"may_execute\((.*?); ", question)
    assert match is not None
    assert match[1] == asked


async def test_an_absent_approval_is_told_in_words(tmp_path: Path) -> None:
    change = ("        approval is not None\n", "        approval\n")
    found = await Tried(tmp_path, "approvals", change).shortest()
    assert told(found)[1:] == ("False", "None")
    assert "may_execute(no approval; 'send_mail', " in found.input


async def test_arguments_stay_as_they_are(tmp_path: Path) -> None:
    change = ("    canonical = ", '    arguments["tool"] = tool\n    canonical = ')
    found = await Tried(tmp_path, "approvals", change).shortest()
    assert told(found)[1:] == ("the argument still {}", "it is {'tool': 'refund'}")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (CANONICAL, CANONICAL),
        (CANONICAL, "json.dumps([tool, arguments])"),
        (CANONICAL, "tool"),
        (".hexdigest()", ".digest()"),
        ("now < ", "now <= "),
        ("        and not approval.used\n", ""),
        ("        approval is not None\n        and approval.granted", "        True"),
        ("    canonical = ", "    arguments['tool'] = tool\n    canonical = "),
    ],
)
async def test_what_is_found_hangs_on_no_short_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, was: str, now: str
) -> None:
    tried = Tried(tmp_path, "approvals", (was, now))
    found = await tried.finding()
    assert (found is None) == (was == now)
    monkeypatch.setattr(approvals, "RULES", replace(approvals.RULES, holds=None))
    assert await tried.finding() == found
