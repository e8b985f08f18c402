"""Engines that break one rule each: an operator changes one place in the code of `games/`."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games import GAMES

ROOT = Path(__file__).resolve().parents[3]

SHARED = ("cards", "deck", "game", "logs", "piles", "output", "replay", "views")
MODULES = (*SHARED, *(f"{game.folder}.{part}" for game in GAMES.values() for part in ("__init__", "rules")))

#: Names of code that no answer shows: words for people, questions of other rooms, types.
UNSEEN = {
    *("SIGNS", "SUIT_SIGNS", "SUIT_CASES", "Code", "Seen", "seen_before", "rules_text", "lowest_wins"),
    *("folder", "hides_cards", "is_dear", "other_order", "commitment", "play", "unchecked", "quoted"),
    *(
        "face_down",
        "with_face_down",
        "origin",
        "__repr__",
        "about",
        "about_in",
        "_about",
        "title",
        "name",
        "place",
    ),
    *("lasts", "minutes", "cards_left", "table_words"),
    *("teacher", "lesson", "hint", "verbs", "dear", "strict", "_refused", "why"),
}

#: Changes without an effect on any pack, log or table.
THE_SAME = """
cards: 11 -> 12
cards: 12 -> 13
cards: 0 -> 1
cards: 0 -> 1 (2)
cards: 52 -> 53
cards: 52 -> 53 (2)
cards: suit in (DIAMONDS, HEARTS) -> suit not in (DIAMONDS, HEARTS)
deck: 0 -> 1
deck: 1 -> 2
logs: 100 -> 101
logs: 1000 -> 1001
logs.read_json: text.count(b'[') + text.count(b'{') -> text.count(b'[') - text.count(b'{')
logs.read_json: text.count(b'[') + text.count(b'{') > MAX_NESTING -> text.count(b'[') + text.count(b'{') >= MAX_NESTING
logs.read_json: if text.startswith(codecs.BOM_UTF8) -> if not text.startswith(codecs.BOM_UTF8)
logs._is_deep: not layer -> layer
logs._inside: if isinstance(value, dict) -> if not isinstance(value, dict)
logs._inside: if isinstance(value, list) -> if not isinstance(value, list)
replay.replay_log: 'bad_log' -> 'bad_logx'
wish.rules.lay_out: 3 -> 4
winabit.rules: 'T' -> 'Tx'
winabit.rules: 13 -> 14 (3)
winabit.rules: 13 + 1 -> 13 - 1
winabit.rules: 1 -> 2 (5)
winabit.rules.Return.refusal: 1 -> 2
pyramid.rules: place < 'g' -> place <= 'g'
""".strip().splitlines()  # noqa: E501

#: The replacements of comparisons and arithmetic.
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn))
PAIRS += ((ast.And, ast.Or), (ast.Add, ast.Sub), (ast.FloorDiv, ast.Mod))
OTHER: dict[type, type] = {**dict(PAIRS), **{other: one for one, other in PAIRS}}


def changed(node: ast.AST) -> ast.AST | None:
    """Return this place changed by an operator; None if no operator fits."""
    match node:
        case ast.Compare(left, [op], right) if type(op) in OTHER:
            return ast.Compare(left, [OTHER[type(op)]()], right)
        case ast.BoolOp(op, values):
            return ast.BoolOp(OTHER[type(op)](), values)
        case ast.BinOp(left, op, right) if type(op) in OTHER:
            return ast.BinOp(left, OTHER[type(op)](), right)
        case ast.UnaryOp(ast.Not(), inside):
            return inside
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(test, orelse, body)
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
        case ast.Constant(str(value)) if value and not value.isspace() and " " not in value.strip():
            return ast.Constant(value + "x")
        case ast.If(test, body, orelse) if isinstance(test, ast.Name | ast.Attribute | ast.Call):
            return ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
    return None


def places(node: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield every place that an answer can show, with the name of its function or class."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Raise() | ast.Expr(ast.Constant()):
            return
        case ast.Call(func=ast.Name(id="Message")):
            return
        case ast.FunctionDef(name=own) | ast.ClassDef(name=own) | ast.keyword(arg=own) if own in UNSEEN:
            return
        case ast.Assign(targets=[ast.Name(id=own)]) if own in UNSEEN:
            return
        case ast.FunctionDef() | ast.ClassDef():
            name = f"{name}.{node.name}"
    yield name, node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from places(each, name)


@dataclass(frozen=True)
class Broken:
    """An engine with one place of a module changed."""

    name: str
    module: str
    number: int

    @property
    def games(self) -> list[str]:
        """The slugs of the broken games: one, or all."""
        slug = self.module.partition(".")[0].replace("_", "-")
        return [slug] if slug in GAMES else list(GAMES)

    @property
    def file(self) -> str:
        return f"{self.module.replace('.', '/')}.py"

    def of(self, source: str) -> str:
        """Return the module's source, broken."""
        return ast.unparse(self.tree(source))

    def tree(self, source: str) -> ast.Module:
        """Return the module, broken."""
        module = ast.parse(source)
        _, node = [*places(module, "")][self.number]
        replacement = changed(node)
        assert replacement is not None
        _Replaced(node, replacement).visit(module)
        return ast.fix_missing_locations(module)


class _Replaced(ast.NodeTransformer):
    def __init__(self, node: ast.AST, replacement: ast.AST) -> None:
        self._node, self._replacement = node, replacement

    def visit(self, node: ast.AST) -> ast.AST:
        return self._replacement if node is self._node else self.generic_visit(node)


@cache
def broken() -> list[Broken]:
    """Return all broken engines, with names that say what was changed."""
    found, times = [], Counter[str]()
    for module in MODULES:
        tree = ast.parse((ROOT / "games" / f"{module.replace('.', '/')}.py").read_text())
        for number, (name, node) in enumerate(places(tree, module.removesuffix(".__init__"))):
            if (then := changed(node)) is not None:
                said = f"{name}: {_said(node)} -> {_said(then)}"
                times[said] += 1
                found.append(Broken(said + (f" ({times[said]})" if times[said] > 1 else ""), module, number))
    assert {*THE_SAME} <= {each.name for each in found}, "some of these are no more"
    return [each for each in found if each.name not in THE_SAME]


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(deepcopy(node)).split())
