"""The operators: from a file's text to every text that has one small thing changed.

Docstrings, annotations and the words of exceptions are left alone: no check is about them.
"""

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from labs.conversation import Resolution, ToolPhase
from labs.runs import RunStatus

_WORDS: dict[str, type[StrEnum]] = {
    kind.__name__: kind for kind in (RunStatus, Resolution, ToolPhase)
}
"""The labs' words of which one may stand in another's place."""

_COMPARISONS: dict[type[ast.cmpop], Sequence[type[ast.cmpop]]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE, ast.Eq, ast.NotEq),
    ast.GtE: (ast.Gt, ast.Lt, ast.LtE, ast.Eq, ast.NotEq),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ARITHMETIC: dict[type[ast.operator], Sequence[type[ast.operator]]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
}


@dataclass(frozen=True)
class Mutant:
    """A text with one thing changed: `line` is the line in which that is, `change` what it is."""

    text: str
    line: str
    change: str


def mutants(text: str) -> Iterator[Mutant]:
    """Every mutant of the text that differs from it and from the others."""
    tree = ast.parse(text)
    seen = {ast.unparse(tree)}
    for number, node in enumerate(_mutable(tree)):
        for change in _changes(node):
            mutated = copy.deepcopy(tree)
            target = list(_mutable(mutated))[number]
            if not _replace(mutated, target, change):
                continue
            ast.fix_missing_locations(mutated)
            made = ast.unparse(mutated)
            if made not in seen:
                seen.add(made)
                was, now = ast.unparse(node), "nothing" if change is None else ast.unparse(change)
                line = text.splitlines()[getattr(node, "lineno", 1) - 1].strip()
                yield Mutant(made, line, f"{_line(was)} -> {_line(now)}")


def _line(text: str) -> str:
    return " ".join(text.split())


def _mutable(node: ast.AST) -> Iterator[ast.AST]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "exc", "decorator_list", "args") and isinstance(
            node, ast.FunctionDef | ast.arg | ast.AnnAssign | ast.Raise
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_docstring(child):
                yield child
                yield from _mutable(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST) -> Iterator[ast.AST | None]:
    """What may stand in the node's place; `None`: nothing."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=comparators):
            for other in _COMPARISONS.get(type(operator), ()):
                yield ast.Compare(left=left, ops=[other()], comparators=comparators)
        case ast.BoolOp(op=ast.And(), values=values):
            yield from (ast.BoolOp(op=ast.Or(), values=values), *values)
        case ast.BoolOp(values=values):
            yield from (ast.BoolOp(op=ast.And(), values=values), *values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=operation, right=right):
            for instead in _ARITHMETIC.get(type(operation), ()):
                yield ast.BinOp(left=left, op=instead(), right=right)
            yield from (left, right)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(value=not value)
        case ast.Constant(value=int(number)):
            yield from (ast.Constant(value=number + 1), ast.Constant(value=number - 1))
        case ast.Constant(value=str(text)):
            for at in range(len(text)):
                yield ast.Constant(value=text[:at] + text[at + 1 :])
        case ast.Attribute(value=ast.Name(id=kind) as owner, attr=name) if kind in _WORDS:
            for word in _WORDS[kind]:
                if word.name != name:
                    yield ast.Attribute(value=owner, attr=word.name, ctx=ast.Load())
        case ast.Set(elts=elements) | ast.Tuple(elts=elements, ctx=ast.Load()):
            for element in elements if len(elements) > 1 else ():
                kept = [e for e in elements if e is not element]
                yield (
                    type(node)(elts=kept)
                    if isinstance(node, ast.Set)
                    else ast.Tuple(elts=kept, ctx=ast.Load())
                )
        case ast.If(test=test) | ast.While(test=test):
            yield from _conditions(node, test)
            yield None
        case ast.Return(value=ast.expr()):
            yield ast.Return(value=ast.Constant(value=None))
            yield None
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Delete() | ast.Raise():
            yield None
        case ast.Expr():
            yield None


def _conditions(node: ast.If | ast.While, test: ast.expr) -> Iterator[ast.AST]:
    negated = ast.UnaryOp(op=ast.Not(), operand=test)
    for instead in (negated, ast.Constant(value=True), ast.Constant(value=False)):
        yield type(node)(test=instead, body=node.body, orelse=node.orelse)
    if isinstance(node, ast.While):
        yield ast.If(test=test, body=node.body, orelse=node.orelse)


def _replace(tree: ast.AST, target: ast.AST, change: ast.AST | None) -> bool:
    """Put the change in the target's place; a statement that goes leaves `pass`."""
    put = ast.Pass() if change is None else copy.deepcopy(change)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, field, put)
                return True
            if isinstance(value, list):
                for at, item in enumerate(value):
                    if item is target:
                        value[at] = put
                        return True
    return False
