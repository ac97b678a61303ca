"""Attacks that go for what is outside."""

from tests.grader.hostile.attack import Case, at_import, in_call, once

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
