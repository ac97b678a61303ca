"""The command line: what was asked for, what is printed, and the exit status.

Knows arguments, streams and statuses; everything else is imported only once it is needed, so
that `--help` is there at once. Standard output holds a report or nothing.
"""

import argparse
import gc
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from grader.commands import COMMANDS, NOT_DONE, Command, command_named
from grader.record import Refusal, Usage

INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Refuse in one sentence, as everything else here does."""
        message = re.sub("invalid (int|float) value: ", "it takes a number, not ", message)
        raise Usage(f"{message}; see {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    _open_what_is_closed()
    _speak_utf8()
    _stop_politely()
    # To look for garbage after every 700 new objects, as is usual, is a tenth of a short command.
    gc.set_threshold(50_000)
    try:
        command, options = _asked(sys.argv[1:] if arguments is None else arguments)
        text, status = command.run(options)
        return _say(text, status)
    except KeyboardInterrupt:
        return _refuse("stopped", INTERRUPTED)
    except Refusal as problem:
        return _refuse(str(problem), NOT_DONE)
    except Exception as problem:
        from grader.trouble import trouble_of

        return _refuse(str(trouble_of(problem)), NOT_DONE)


def run() -> NoReturn:
    """Be the command `grader`.

    All is said and closed when `main` returns. To take apart what was imported, object by object,
    would take longer than a student's eyes need to find the result.
    """
    status = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(status)


def _asked(arguments: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """The command and its options; only that command's module is imported."""
    name = arguments[0] if arguments else ""
    parser = _parser(COMMANDS if name not in COMMANDS else (name,))
    options = parser.parse_args(arguments)
    return command_named(options.command), options


def _parser(names: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(prog="grader", description="Check your part of the lab.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        command = command_named(name)
        command.add_arguments(
            commands.add_parser(
                name,
                help=command.SUMMARY,
                description=command.DESCRIPTION,
                epilog=command.EXAMPLES,
                formatter_class=argparse.RawDescriptionHelpFormatter,
                allow_abbrev=False,
            )
        )
    return parser


def _open_what_is_closed() -> None:
    """Put nothing in a standard stream's place that whoever started us has closed.

    Else the next file that is opened gets its number, and is lost where a process is started.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _stop_politely() -> None:
    """Take a request to end, or a closed terminal, as Ctrl-C: whatever was begun is cleaned up."""
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) != signal.default_int_handler:
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has not both
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))


def _speak_utf8() -> None:
    # A terminal that knows ASCII only must not stop a report.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _say(text: str, status: int) -> int:
    try:
        print(text, flush=True)
    except OSError as problem:
        # Python would complain once more as it flushes at the end: let it flush into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(problem, BrokenPipeError):  # whoever read has gone, as `head` does
            return status
        raise Usage(f"the report cannot be written: {problem.strerror}") from None
    return status


def _refuse(sentence: str, status: int) -> int:
    from grader.report.terminal import visible

    print(f"grader: {visible(sentence)}".replace("\n", " "), file=sys.stderr)
    return status
