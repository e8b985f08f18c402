"""Patterns of Python code: they find and change code by its meaning, whatever its layout and its names.

A pattern is an expression or a statement.

- `_` stands for any expression; `_a`, `_b` and so on for any that the new code repeats.
- `...` as an argument stands for all other arguments, keywords in any order.
- `...` as a body stands for any statements.
- A text alone, `'like this'`, stands for a part of a text.
"""

import ast
import re
from collections.abc import Mapping
from typing import Any, Final

Found = dict[str, Any]
"""The code that each wildcard of a pattern stands for."""

NAMED: Final = re.compile(r"_[a-z]?")
REST, BODY = "...", "...:"


def change(scope: ast.AST, old: str, new: str) -> None:
    """Change the one place in `scope` that fits the pattern `old`. Raises LookupError unless there is one."""
    _put(scope, *sought(scope, old, new))


def sought(scope: ast.AST, old: str, new: str) -> tuple[ast.AST, list[Any]]:
    """Return the one place that fits the pattern `old`, and the statements that replace it.

    An expression replaces an expression. Raises LookupError unless there is one place.
    """
    pattern = _parsed(old)
    if isinstance(pattern, ast.Constant) and isinstance(pattern.value, str):
        text = pattern.value
        places = [(node, {}) for node in ast.walk(scope) if _has(node, text)]
    else:
        text = None
        places = [(node, found) for node in ast.walk(scope) if (found := fits(pattern, node)) is not None]
    if len(places) != 1:
        raise LookupError(f"`{old}` stands there {len(places)} times")
    [(node, found)] = places
    if text is not None and isinstance(node, ast.Constant):
        return node, [ast.Expr(ast.Constant(str(node.value).replace(text, ast.literal_eval(new))))]
    return node, _Filled(found).visit(ast.parse(new)).body


def _parsed(text: str) -> ast.AST:
    [statement] = ast.parse(text).body
    return statement.value if isinstance(statement, ast.Expr) else statement


def _has(node: ast.AST, text: str) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(text) == 1


def fits(pattern: ast.AST, node: ast.AST) -> Found | None:
    """Return what the wildcards stand for if the code fits the pattern, else None."""
    found: Found = {}
    return found if _fits(pattern, node, found) else None


def _fits(pattern: Any, node: Any, found: Found) -> bool:
    if isinstance(pattern, ast.Name) and NAMED.fullmatch(pattern.id):
        known = node if pattern.id == "_" else found.setdefault(pattern.id, node)
        return isinstance(node, ast.expr) and _same(known, node)
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, list):
        return _body_fits(pattern, node, found)
    if isinstance(pattern, ast.Call) and _is_rest(pattern.args[-1:]):
        return _call_fits(pattern, node, found)
    if isinstance(pattern, ast.AST):
        fields = (name for name in pattern._fields if name not in ("ctx", "kind", "type_comment"))
        return all(_fits(getattr(pattern, name), getattr(node, name), found) for name in fields)
    return pattern == node


def _body_fits(pattern: list[Any], nodes: list[Any], found: Found) -> bool:
    if len(pattern) == 1 and isinstance(pattern[0], ast.Expr) and _is_rest([pattern[0].value]):
        found[BODY] = nodes
        return True
    return len(pattern) == len(nodes) and all(
        map(lambda one, other: _fits(one, other, found), pattern, nodes)
    )


def _call_fits(pattern: ast.Call, node: ast.Call, found: Found) -> bool:
    """A call whose pattern ends in `...`."""
    wanted, named = pattern.args[:-1], {each.arg: each.value for each in pattern.keywords}
    given = {each.arg: each.value for each in node.keywords}
    found[REST] = node.args[len(wanted) :], [each for each in node.keywords if each.arg not in named]
    return (
        _fits(pattern.func, node.func, found)
        and len(wanted) <= len(node.args)
        and named.keys() <= given.keys()
        and all(_fits(each, node.args[at], found) for at, each in enumerate(wanted))
        and all(_fits(each, given[name], found) for name, each in named.items())
    )


def _is_rest(nodes: list[Any]) -> bool:
    return [getattr(node, "value", None) for node in nodes] == [...]


def _same(one: ast.AST, other: ast.AST) -> bool:
    return one is other or ast.dump(one) == ast.dump(other)


class _Filled(ast.NodeTransformer):
    """New code with its wildcards filled in."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = found

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.found.get(node.id, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if _is_rest(node.args[-1:]):
            further, keywords = self.found[REST]
            node = ast.Call(node.func, [*node.args[:-1], *further], [*node.keywords, *keywords])
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
        return self.found[BODY] if _is_rest([node.value]) else self.generic_visit(node)


def _put(scope: ast.AST, old: ast.AST, new: list[Any]) -> None:
    """Replace the old code by the statements, or by the expression that they are."""
    for parent in ast.walk(scope):
        for name, value in ast.iter_fields(parent):
            if value is old:
                return setattr(parent, name, new[0].value)
            for at, each in enumerate(value if isinstance(value, list) else ()):
                if isinstance(each, ast.Expr) and each.value is old:
                    value[at : at + 1] = new
                    return None
                if each is old:
                    value[at : at + 1] = new if isinstance(old, ast.stmt) else [new[0].value]
                    return None
