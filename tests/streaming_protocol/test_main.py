"""`python -m labs.streaming_protocol`: what its help says, and what it says without a command."""

import sys

import pytest

from labs.streaming_protocol.__main__ import main


def typed(monkeypatch: pytest.MonkeyPatch, *words: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["streaming_protocol", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


@pytest.mark.parametrize("command", [(), ("serve",), ("token",)])
def test_the_help_says_what_it_needs_and_how_to_ask(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    assert typed(monkeypatch, *command, "--help") == 0
    said = capsys.readouterr().out
    assert "KODA_SECRET=" in said
    assert ("REDIS_URL=" in said, "DATABASE_URL=" in said) == (command != ("token",),) * 2
    assert 'curl -H "Authorization: Bearer $TOKEN"' in said
    assert all(len(line) <= 80 for line in said.splitlines())


def test_without_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(monkeypatch) == 2
    assert "required: COMMAND" in capsys.readouterr().err
