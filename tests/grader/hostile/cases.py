"""Submissions that attack, in a line or a few each.

Each is one file, `state.py` unless it says otherwise; the other three are right. So check 1 alone
is lost, with exactly the outcome that is written here, and every other check passes. Where an
attack comes to nothing, its answers are judged: they are wrong, so that nobody passes.
"""

from dataclasses import dataclass
from textwrap import dedent, indent

ANSWERS = "def transition(current, target):\n    return target\n"
"""Wrong: it lets every move happen."""


@dataclass(frozen=True)
class Case:
    """One attack. `bare`: it is harmless enough to be tried without bubblewrap, too."""

    name: str
    text: str
    outcome: str
    said: str = ""
    bare: bool = True

    def __str__(self) -> str:
        return self.name


def at_import(text: str) -> str:
    """Attack while the file is loaded; then answer."""
    return dedent(text) + "\n" + ANSWERS


def in_call(text: str) -> str:
    """Attack in every call; then answer."""
    return f"def transition(current, target):\n{indent(dedent(text), '    ')}\n    return target\n"


def once(text: str) -> str:
    """Attack in the first call; then answer."""
    attack = f"@functools.cache\ndef attack():\n{indent(dedent(text), '    ')}\n"
    return "import functools\n" + attack + in_call("attack()")


HANGING = [
    Case("hangs at import", at_import("while True: pass"), "timeout", "loading it did not end"),
    Case("hangs in a call", in_call("import time; time.sleep(60)"), "timeout", "did not return"),
    Case(
        "hangs and catches everything",
        in_call(
            """
            import signal
            for number in range(1, 65):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            while True:
                try:
                    while True: pass
                except BaseException:
                    pass
            """
        ),
        "timeout",
    ),
    Case(
        "hangs while its exception is written",
        """
class Slow(Exception):
    def __str__(self):
        while True: pass
def transition(current, target):
    raise Slow
""",
        "timeout",
    ),
    Case("is slow in every call", in_call("import time; time.sleep(0.2)"), "timeout", "together"),
    Case("prints for ever", in_call("while True: print('noise' * 1000)"), "timeout"),
    Case(
        "hangs in a thread that holds the interpreter",
        at_import("import threading; threading.Thread(target=lambda: 'a' * 10**6 in 'b' * 10**9)")
        + "\nimport time; time.sleep(60)\n",
        "timeout",
    ),
]

ENDING = [
    Case("exits at once in a call", in_call("import os; os._exit(0)"), "error", "ended its own"),
    Case("exits at once at import", at_import("import os; os._exit(0)"), "error", "ended its own"),
    Case("exits at import", at_import("raise SystemExit(0)"), "broken", "SystemExit"),
    Case("exits in a call", in_call("raise SystemExit(0)"), "error", "SystemExit"),
    Case(
        "raises what nobody catches", in_call("class Odd(BaseException): ...\nraise Odd"), "error"
    ),
    Case("is interrupted", in_call("raise KeyboardInterrupt"), "error"),
    Case("reads where nothing is", in_call("import ctypes; ctypes.string_at(0)"), "error"),
    Case(
        "has an alarm set",
        in_call("import signal, time; signal.setitimer(0, 0.01); time.sleep(60)"),
        "error",
    ),
    Case("kills its own group", in_call("import os; os.killpg(0, 9)"), "error", "ended its own"),
    Case(
        "recurses with no limit",
        in_call(
            "import sys; sys.setrecursionlimit(10**9)\n"
            "held = bytearray(10**6); transition(current, target)"
        ),
        "out_of_memory",
    ),
    Case("recurses", once("attack()"), "error", "RecursionError"),
    Case(
        "ends as its answer is thrown away",
        """
import os
class Mine:
    def __del__(self): os._exit(0)
def transition(current, target):
    return Mine()
""",
        "error",
        "ended its own",
    ),
    Case(
        "leaves traps for its end",
        at_import("import atexit, time\natexit.register(time.sleep, 60)"),
        "wrong",
    ),
]

TAKING = [
    Case(
        "eats memory in a call",
        in_call("x = []\nwhile True: x.append(bytearray(10**6))"),
        "out_of_memory",
    ),
    Case(
        "eats memory at import",
        at_import("x = []\nwhile True: x.append(bytearray(10**6))"),
        "out_of_memory",
    ),
    Case(
        "eats the memory of the host",
        in_call(
            """
            import os, time
            mine = bytearray(b'x') * (200 * 2**20)
            for _ in range(2):
                if os.fork() == 0:
                    theirs = bytearray(b'x') * (200 * 2**20)
                    time.sleep(60)
            os.wait()
            os._exit(0)
            """
        ),
        "out_of_memory",
        "took more memory",
        bare=False,
    ),
    Case("forks for ever", in_call("import os\nwhile True: os.fork()"), "error", bare=False),
    Case(
        "starts threads for ever",
        in_call(
            """
            import threading, time
            while True: threading.Thread(target=time.sleep, args=[60], daemon=True).start()
            """
        ),
        "error",
        bare=False,
    ),
    Case(
        "opens files for ever", in_call("x = []\nwhile True: x.append(open('/dev/null'))"), "error"
    ),
    Case(
        "writes files for ever",
        in_call(
            """
            import tempfile
            for place in ('.', '..', '/tmp', '/dev/shm', '/', '/var/tmp'):
                for number in range(10):
                    try:
                        with open(f'{place}/filler{number}', 'wb') as file: file.write(bytes(10**6))
                    except OSError:
                        continue
                    return 'written'
            raise OSError('nowhere to write')
            """
        ),
        "error",
        "nowhere to write",
        bare=False,
    ),
    Case(
        "writes one file without end", at_import("open('big', 'wb').write(bytes(2**22))"), "broken"
    ),
]

LYING = [
    Case("answers at length", in_call("return 'x' * 2 * 10**6"), "wrong", "an answer of 2,0"),
    Case(
        "answers in too great a depth",
        in_call("x = []\nfor _ in range(10**4): x = [x]\nreturn x"),
        "wrong",
    ),
    Case("answers with itself", in_call("x = []; x.append(x); return x"), "wrong"),
    Case("answers with a number without end", in_call("return 1 << 10**6"), "wrong"),
    Case("answers with what is no number", in_call("return float('nan')"), "wrong"),
    Case("answers with half a character", in_call(r"return '\ud800'"), "wrong"),
    Case("answers with a generator", in_call("yield target"), "wrong", "generator"),
    Case("answers with a coroutine", "async " + in_call(""), "wrong", "coroutine"),
    Case(
        "answers with a str of its own kind",
        "class Mine(str): ...\ndef transition(current, target):\n    return Mine(target)\n",
        "wrong",
        "a Mine object",
    ),
    Case(
        "answers with what equals everything",
        """
class Yes:
    def __eq__(self, other): return True
    def __hash__(self): return 0
def transition(current, target):
    return Yes()
""",
        "wrong",
        "a Yes object",
    ),
    Case(
        "prints an answer",
        in_call("""print('{"value":{"is":"done"},"raised":null,"emitted":[]}')"""),
        "wrong",
    ),
    Case(
        "makes the words its own",
        at_import(
            """
            import sys, types
            sys.modules['labs.runs'] = types.ModuleType('labs.runs')
            """
        ),
        "wrong",
    ),
]

FORGING = [
    Case(
        "writes answers into every file that is open",
        at_import(
            """
            import os
            for fd in range(64):
                try:
                    os.write(fd, b'{"value":{"is":"done"},"raised":null,"emitted":[]}\\n' * 99)
                except OSError:
                    pass
            """
        ),
        "error",
        "no answer looks like",
    ),
    Case(
        "writes a line without end",
        in_call(
            """
            import os
            for fd in range(3, 64):
                try:
                    while True: os.write(fd, b'x' * 65536)
                except OSError:
                    pass
            """
        ),
        "error",
        "a line without end",
    ),
    Case(
        "closes every file that is open",
        in_call("import os; os.closerange(0, 256)"),
        "error",
        "ended its own",
    ),
    Case(
        "patches what writes the answers",
        at_import(
            """
            import json, socket, builtins
            import grader.child, grader.wire
            json.JSONEncoder.encode = lambda self, said: '{"passed": true}'
            builtins.type = lambda value: str
            """
        ),
        "error",
    ),
    Case(
        "patches what makes the answers",
        at_import(
            """
            from grader.calling import Host
            from labs.checking import Answer
            Host.answers = lambda self, exercise, calls: [Answer('done') for _ in calls]
            """
        ),
        "wrong",
    ),
    Case(
        "lets two copies answer",
        once("import os; os.fork()"),
        "wrong",
    ),
    Case("lets two copies load it", at_import("import os; os.fork()"), "wrong"),
]

ESCAPING = [
    Case("kills its parent", once("import os; os.kill(os.getppid(), 9)"), "wrong"),
    Case(
        "stops its parent",
        once("import os, signal; os.kill(os.getppid(), signal.SIGSTOP)"),
        "wrong",
        bare=False,
    ),
    Case(
        "traces its parent",
        in_call(
            """
            import ctypes, os
            attached = ctypes.CDLL(None).ptrace(16, os.getppid(), None, None)
            """
        ),
        "wrong",
        bare=False,
    ),
    Case(
        "leaves a grandchild in a session of its own",
        once(
            """
            import os, time
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.closerange(0, 256)
                    time.sleep(60)
                os._exit(0)
            os.wait()
            """
        ),
        "wrong",
    ),
    Case(
        "starts a program",
        once(
            """
            import subprocess, sys
            program = [sys.executable, '-c', 'import time; time.sleep(60)']
            subprocess.Popen(program, start_new_session=True)
            """
        ),
        "wrong",
    ),
    Case(
        "starts workers",
        at_import(
            """
            import multiprocessing, time
            worker = multiprocessing.get_context('fork').Process(target=time.sleep, args=[60])
            worker.start()
            """
        ),
        "wrong",
    ),
    Case(
        "looks for others' secrets",
        in_call(
            """
            import glob, os
            for file in glob.glob('/proc/[0-9]*/environ'):
                try:
                    with open(file) as environ:
                        seen = environ.read()
                except PermissionError:
                    continue
                if 'KODA_SECRET' in seen:
                    raise ValueError('it is seen')
            for name in ('SOLUTIONS', '/etc/passwd', '/etc/shadow', os.path.expanduser('~/.ssh')):
                if os.path.exists(name):
                    raise ValueError('it is there')
            """
        ),
        "wrong",
        "",
        bare=False,
    ),
    Case(
        "imports what is not for it",
        in_call(
            """
            lab = 'labs.run_state_machine'
            for name in ('starlette', 'pytest', lab, 'grader.engine', 'labs.runtime'):
                try:
                    __import__(name)
                except ImportError:
                    continue
                raise ValueError(name)
            """
        ),
        "wrong",
    ),
    Case(
        "talks to the network",
        in_call(
            """
            import socket
            socket.create_connection(('127.0.0.1', PORT), timeout=1)
            """
        ),
        "error",
        "ConnectionRefusedError",
        bare=False,
    ),
    Case(
        "writes over what runs it",
        at_import(
            """
            from pathlib import Path
            for file in Path('..').glob('*/*.py'):
                file.write_text('')
            """
        ),
        "broken",
        "Read-only file system",
        bare=False,
    ),
]

_LIKE_OTHERS = {
    "hangs while its exception is written",
    "hangs in a thread that holds the interpreter",
    "exits at once at import",
    "exits in a call",
    "raises what nobody catches",
    "is interrupted",
    "recurses",
    "eats memory at import",
    "opens files for ever",
    "writes one file without end",
    "lets two copies load it",
    "starts workers",
}
CASES = [*HANGING, *ENDING, *TAKING, *FORGING, *ESCAPING, *LYING]
VIOLENT = [case for case in CASES if case not in LYING and case.name not in _LIKE_OTHERS]
"""Those that might do harm to other checks: with them, all six are run."""
