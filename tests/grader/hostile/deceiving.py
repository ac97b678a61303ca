"""Attacks that answer what no answer is, or forge answers."""

from tests.grader.hostile.attack import Case, at_import, in_call, once

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
    Case("is a coroutine", "async " + in_call(""), "broken", "`async def`"),
    Case(
        "answers with a coroutine",
        in_call("async def late(): return target\nreturn late()"),
        "wrong",
        "coroutine",
    ),
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
            from labs.calls import Answer
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
