"""Small faults for mutation tests: where they can be planted in a module, and the code with one planted.

Texts, events, raised errors, assertions and types are left alone: a fault there is a matter of wording.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple, TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPPOSITES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXT_CALLS: Final = ("emit", "msg", "Refusal", "debug", "info", "warning", "exception", "bind")
"""Calls whose arguments are only texts and events."""
TEXT_FUNCTIONS: Final = ("prompt", "__repr__", "__str__")


class Fault(NamedTuple):
    """A fault that can be planted."""

    path: Path
    line: int
    function: str
    """The qualified name of the function, or that of a constant of the module."""
    what: str
    at: int
    """Number of the node among those of the module that can change."""
    way: int


class _Site(NamedTuple):
    node: ast.AST
    ways: int
    around: tuple[Function, ...]
    """The functions around the node, the innermost last."""
    function: str


def faults_in(path: Path) -> list[Fault]:
    """Return every fault that can be planted in a module, in the order of its lines."""
    found = []
    for at, site in enumerate(list(_sites(ast.parse(path.read_text("utf-8"))))):
        node = _where(site.node)
        for way in range(site.ways):
            what = _change(deepcopy(site.node), way)
            found.append(Fault(path, getattr(node, "lineno", 0), site.function, what, at, way))
    return sorted(found, key=lambda fault: fault.line)


def _where(node: ast.AST) -> ast.AST:
    """Return the part of a node whose line is run: a condition in parentheses begins below its `if`."""
    match node:
        case ast.comprehension():
            return node.ifs[0]
        case ast.If() | ast.IfExp():
            return _where(node.test)
        case ast.UnaryOp(op=ast.Not()):
            return _where(node.operand)
        case _:
            return node


def planted(fault: Fault) -> tuple[CodeType, set[tuple[str, int]]]:
    """Return the code of the module with a fault, and qualified names and first lines of the functions around it."""
    tree = ast.parse(fault.path.read_text("utf-8"))
    site = list(_sites(tree))[fault.at]
    _change(site.node, fault.way)
    code = compile(ast.fix_missing_locations(tree), str(fault.path), "exec", dont_inherit=True)
    lines = {min([one.lineno, *(way.lineno for way in one.decorator_list)]) for one in site.around}
    return code, {place for place in codes_of(code) if place[1] in lines}


def codes_of(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """Return all code objects within one, by qualified name and first line."""
    found = {}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found[inner.co_qualname, inner.co_firstlineno] = inner
            found.update(codes_of(inner))
    return found


def constant_of(fault: Fault) -> tuple[str, int] | None:
    """Return the name and the new value of a constant of the module, or None if the fault is in a function."""
    site = list(_sites(ast.parse(fault.path.read_text("utf-8"))))[fault.at]
    if site.around:
        return None
    assert isinstance(site.node, ast.Constant)  # noqa: S101
    return site.function, int(str(site.node.value)) + 1


@cache
def names_in(path: Path) -> dict[str, set[int]]:
    """Return the lines of a module in which each name is read."""
    found: dict[str, set[int]] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.setdefault(node.id, set()).add(node.lineno)
    return found


def _sites(tree: ast.Module) -> Iterator[_Site]:
    for line in tree.body:
        match line:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant() as value) if _is_number(value):
                yield _Site(value, 1, (), name)
            case _:
                yield from _within(line, (), "")


def _within(node: ast.AST, around: tuple[Function, ...], name: str) -> Iterator[_Site]:
    if isinstance(node, Function):
        if node.name in TEXT_FUNCTIONS:
            return
        inner = f"{name}.<locals>.{node.name}" if around else f"{name}.{node.name}".lstrip(".")
        for child in node.body:
            yield from _within(child, (*around, node), inner)
        return
    if isinstance(node, ast.ClassDef):
        for child in node.body:
            yield from _within(child, around, f"{name}.{node.name}".lstrip("."))
        return
    if _left_alone(node):
        return
    if around and (ways := _ways(node)):
        yield _Site(node, ways, around, name)
    for field, value in ast.iter_fields(node):
        if isinstance(node, ast.AnnAssign) and field == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _within(child, around, name)


def _left_alone(node: ast.AST) -> bool:
    if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True  # of `zip`: it asserts equal lengths
    return isinstance(node, ast.Call) and _called(node) in TEXT_CALLS


def _called(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _is_number(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, bool)


def _ways(node: ast.AST) -> int:  # one case after the other
    match node:
        case ast.Compare():
            return int(type(node.ops[0]) in COMPARISONS)
        case ast.BoolOp() | ast.comprehension(ifs=[_, *_]):
            return 1
        case ast.BinOp(op=ast.Add() | ast.Sub()) if not isinstance(node.right, ast.JoinedStr):
            return 1
        case ast.AugAssign(op=ast.Add() | ast.Sub()):
            return 1
        case ast.If() | ast.IfExp():
            return 2
        case ast.UnaryOp(op=ast.Not()):
            return 1
        case ast.Call(func=ast.Name(id=name)) if name in OPPOSITES:
            return 1
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Await()):
            return int(not _is_text(node.value) and not _yields_nothing(node.value))
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript() as target]):
            return int(not _is_of_self(target))
        case _:
            return int(_is_number(node))


def _is_of_self(target: ast.AST) -> bool:
    """Return whether an assignment makes the object itself, such as those in `__init__`."""
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"


def _is_text(node: ast.AST) -> bool:
    inner = node.value if isinstance(node, ast.YieldFrom | ast.Await) else node
    return isinstance(inner, ast.Call) and (_called(inner) in TEXT_CALLS or _called(inner) == "__init__")


def _yields_nothing(node: ast.AST) -> bool:
    """Return whether an expression is `yield from ()`, which only makes a generator of its function."""
    return isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.Tuple) and not node.value.elts


def _change(node: ast.AST, way: int) -> str:  # one case after the other
    """Change a node in place and return a description."""
    before = " ".join(ast.unparse(node).split())[:90] if not isinstance(node, ast.If) else ""
    match node:
        case ast.Compare():
            node.ops[0] = COMPARISONS[type(node.ops[0])]()
            return f"comparison changed: {before}"
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            return f"and/or swapped: {before}"
        case ast.BinOp() | ast.AugAssign():
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            return f"sign changed: {before}"
        case ast.If() | ast.IfExp():
            text = " ".join(ast.unparse(node.test).split())[:90]
            # Both names and operands stay in the code, so that the function still fits its closure.
            op = ast.Or() if way else ast.And()
            node.test = ast.BoolOp(op, [ast.Constant(bool(way)), node.test])
            return f"always {bool(way)}: {text}"
        case ast.comprehension():
            node.ifs = [ast.BoolOp(ast.Or(), [ast.Constant(True), node.ifs[0]]), *node.ifs[1:]]
            return f"not filtered: {before}"
        case ast.UnaryOp():
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
            return f"not left out: {before}"
        case ast.Call(func=ast.Name()):
            name = node.func.id  # type: ignore[attr-defined]  # seen above
            node.func.id = OPPOSITES[name]  # type: ignore[attr-defined]
            return f"{OPPOSITES[name]} instead of {name}: {before}"
        case ast.Expr():
            skipped = ast.IfExp(ast.Constant(False), node.value, ast.Constant(None))
            node.value = skipped
            return f"left out: {before}"
        case ast.Assign():
            unchanged = deepcopy(node.targets[0])
            unchanged.ctx = ast.Load()  # type: ignore[attr-defined]  # an attribute or a subscript
            node.value = ast.IfExp(ast.Constant(False), node.value, unchanged)
            return f"left out: {before}"
        case ast.Constant():
            old = node.value
            node.value = not old if isinstance(old, bool) else int(str(old)) + 1
            return f"{node.value!r} instead of {old!r}"
    raise TypeError(type(node))
