"""Attacks that hang, end their process, or take what there is."""

from tests.grader.hostile.attack import Case, at_import, in_call, once

HANGING = [
    Case("hangs at import", at_import("while True: pass"), "timeout", "did not load within"),
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

SPOILING = [
    Case(
        "shortens every file that is open",
        at_import(
            """
            import os
            for fd in range(64):
                try:
                    os.ftruncate(fd, 0)
                except OSError:
                    pass
            """
        ),
        "wrong",
    ),
    Case(
        "takes from who forks it what that may use",
        at_import(
            """
            import os, resource
            for kind, most in ((resource.RLIMIT_NOFILE, 5), (resource.RLIMIT_DATA, 65_536)):
                resource.prlimit(os.getppid(), kind, (most, most))
            """
        ),
        "wrong",
    ),
    Case(
        "has who forks it wait for its turn",
        at_import(
            """
            import os
            os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)
            os.sched_setscheduler(os.getppid(), os.SCHED_IDLE, os.sched_param(0))
            """
        ),
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
