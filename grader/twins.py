"""Twin files: the starter's and the solution's define the same things with the same promises.

Pure: reads two texts as Python and compares them. Bodies are not its business, nor are names that
only one side needs for itself: constants and whatever begins with an underscore.
"""

import ast
from collections.abc import Iterator

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Promises = dict[str, str]
"""By name, the signature and the docstring of each public definition; `""` is the file itself."""


def differences(starter: str, solution: str) -> list[str]:
    """What differs between the twins, a line each."""
    one, other = _promises(starter), _promises(solution)
    found = []
    for name in sorted(one.keys() | other.keys()):
        said = f"{name or 'the docstring'}"
        if name not in other:
            found.append(f"{said} is missing in the solution")
        elif name not in one:
            found.append(f"{said} is missing in the starter")
        elif one[name] != other[name]:
            found.append(f"{said} differs between starter and solution")
    return found


def _promises(text: str) -> Promises:
    module = ast.parse(text)
    return {"": ast.get_docstring(module) or "", **dict(_defined(module, ""))}


def _defined(owner: ast.Module | ast.ClassDef, before: str) -> Iterator[tuple[str, str]]:
    for node in owner.body:
        if isinstance(node, _Definition) and _is_public(node.name):
            yield before + node.name, f"{_signature(node)}\n{ast.get_docstring(node)}"
            if isinstance(node, ast.ClassDef):
                yield from _defined(node, f"{before}{node.name}.")


def _is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__init__"


def _signature(node: _Definition) -> str:
    if isinstance(node, ast.ClassDef):
        return "class " + ", ".join(ast.unparse(base) for base in node.bases)
    returns = "" if node.returns is None else ast.unparse(node.returns)
    return f"{type(node).__name__} {ast.unparse(node.args)} {returns}"
