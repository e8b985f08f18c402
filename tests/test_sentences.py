"""Every sentence that the service says to people is a whole text marked for translation, with named facts."""

import ast
import inspect
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules

import pytest
from django.utils.translation import gettext_lazy, override

import games
from competitions.models import Act, Delivery, Log
from competitions.refusals import invalid
from competitions.translatable import message_in, message_json, with_facts
from games.language import Message

ROOT = Path(__file__).parents[1]
FILES = [*(ROOT / "competitions").rglob("*.py"), *(ROOT / "config").rglob("*.py")]
PAGES = [
    path for path in (ROOT / "frontend").rglob("*.py") if not {"node_modules", "examples"} & {*path.parts}
]

SAYS = {
    "Refusal": 1,
    "refusal_at": 2,
    "fixed_setting": 1,
    "invalid": 1,
    "at_fault": 0,
    "CloseSocket": 1,
    "close_socket": 4,
    "RegexValidator": 1,
    "ValidationError": 0,
    "ParseError": 0,
    "PermissionDenied": 0,
    "AuthenticationFailed": 0,
}
"""What says something to people, and which of its arguments is the first sentence."""

WORD = re.compile(r"[A-Za-z]{2}")
OF_TEXTS = re.compile("Translatable|ToEach")
OF_SENTENCES = ("_sentences.py", "_words.py")

MARKS = {"_", "gettext_lazy", "ngettext_lazy"}
AT_THE_EDGE = {
    "competitions/api/forms/competitions.py: {'rules': [str(of_game(fault.reason))]}",
    "competitions/web/problems.py: str(error.detail)",
}
"""What goes to the REST framework or comes from it, which makes words of its faults at once."""


def test_no_sentence_for_people_is_put_together_from_parts() -> None:
    constants = _values(chain.from_iterable(tree.body for _, tree in TREES))
    found = {
        f"{path}: {ast.unparse(each)}"
        for path, tree in TREES
        for each in _glued_in(path, tree, constants | _values(ast.walk(tree)))
    }
    assert found == AT_THE_EDGE, "mark the whole sentence with gettext_lazy, and give it facts by with_facts"


def test_a_sentence_gets_its_capital_in_one_place() -> None:
    assert {path for path, tree in TREES if any(map(_makes_a_capital, ast.walk(tree)))} == {
        "competitions/translatable.py"
    }


def _makes_a_capital(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="title" | "upper", value=ast.Subscript())):
            return True
        case ast.Name(id="capfirst") | ast.Attribute(attr="capitalize"):
            return True
    return False


MARK_IN_A_TEXT = re.compile(r"""[{ (](_|n?p?gettext(_lazy)?)\(["']""")
"""A mark inside of an f-string, where the tool that collects the texts does not look."""


def test_no_mark_stands_inside_an_f_string() -> None:
    assert MARK_IN_A_TEXT.search("""f"{gettext('j F')} UTC\"""")
    found = [
        f"{path.relative_to(ROOT)}: {ast.unparse(node)}"
        for path in (*FILES, *PAGES)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.JoinedStr) and MARK_IN_A_TEXT.search(ast.unparse(node))
    ]
    assert not found


def test_the_words_of_a_refusal_are_made_when_it_is_shown() -> None:
    required = gettext_lazy("This field is required.")
    refusal = invalid("names", with_facts("%(place)d. %(fault)s", place=3, fault=required))
    with override("de"):
        assert refusal.json()["errors"] == {"names": ["3. Dieses Feld darf nicht fehlen."]}


def test_what_a_game_says_is_stored_without_its_words() -> None:
    cards = (Message("card", rank=1, suit="♣"), Message("card", rank=13, suit="♠"))
    said = Message("move_not_allowed", move="'pair 1 2'", reason=Message("covered", cards=cards))
    stored = json.dumps(message_json(said))
    assert "covered by" not in stored
    assert message_in(json.loads(stored)) == said


@pytest.mark.parametrize(
    "told",
    [
        *(
            lambda code=code, facts=facts: Log(reason={"code": code, "facts": facts}).error
            for code, facts in (
                ("unheard_of", {}),
                ("chess.covered", {}),
                ("covered", {}),
                ("covered", {"cards": []}),
            )
        ),
        lambda: Log(reason={}).error,
        lambda: Act(act="unheard_of", facts={}).reason,
        lambda: Act(act="add_badges", facts={"codes": 3}).reason,
        lambda: Act(act="cut", facts={"attempt": "a", "stands": 3, "stored": "four"}).reason,
        lambda: Delivery(failure={"code": "unheard_of", "facts": {}}).answer_text,
        lambda: Delivery(failure={"code": "took_long", "facts": {}}).answer_text,
        lambda: Delivery(failure={"why": "took_long"}).answer_text,
    ],
)
def test_of_what_only_another_release_can_say_people_read_a_general_sentence(told):
    assert told() == "The reason cannot be shown."


def test_what_games_say_is_asked_for_in_the_language_of_the_reader() -> None:
    found = {
        f"{path}: {ast.unparse(node)}"
        for path, tree in [*TREES, *_trees(PAGES)]
        for given in [WORDED & _from_games(tree)]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _is_in_english(node, given)
    }
    assert found == MOVES_ALONE, "pass language_of_games()"


def _is_in_english(call: ast.Call, given: set[str]) -> bool:
    """Whether it is a call of `games` that gives words, and names no language for them. `given` are the
    functions that do."""
    asked = [ast.unparse(each) for each in (*call.args, *(each.value for each in call.keywords))]
    if any("language" in each for each in asked):
        return False
    match call.func:
        case ast.Name(id=name):
            return name in given
        case ast.Attribute(attr="words"):
            return True
    return False


def _from_games(tree: ast.Module) -> set[str]:
    """The names that a module imports from `games`."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {each.name for node in nodes if (node.module or "").startswith("games.") for each in node.names}


WORDED = {
    name
    for module in iter_modules(games.__path__, "games.")
    for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction)
    if function.__module__ == module.name and "language" in inspect.signature(function).parameters
}
"""The functions of `games` that give words."""

MOVES_ALONE = {
    "competitions/contests/bot_deals.py: hint(position, TABLES)",
    "competitions/moderation/same_moves.py: hint(position, LED_TABLES)",
}
"""Hints of which only the move is taken."""


def _trees(files: list[Path]) -> list[tuple[str, ast.Module]]:
    return [(str(file.relative_to(ROOT)), ast.parse(file.read_text())) for file in files]


TREES = _trees(FILES)


def _values(nodes: Iterator[ast.AST]) -> dict[str, list[ast.expr]]:
    """The values that are given to names."""
    values = defaultdict(list)
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    values[target.id].append(node.value)
    return dict(values)


def _glued_in(path: str, tree: ast.Module, values: dict[str, list[ast.expr]]) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in SAYS:
                sentences = node.args[SAYS[name] :]
            case ast.Call(
                func=ast.Name(id="with_facts" | "fill" | "with_names" | "with_points" | "in_sites_language")
            ):
                sentences = node.args[:1]
            case ast.Call(func=ast.Name(id="Plan")):
                sentences = [each.value for each in node.keywords if each.arg in ("name", "about")]
            case ast.FunctionDef(returns=ast.expr() as kind) if OF_TEXTS.search(ast.unparse(kind)):
                sentences = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if OF_TEXTS.search(
                ast.unparse(kind)
            ) or (path.endswith(OF_SENTENCES) and name.isupper()):
                sentences = [node.value]
            case (
                ast.Assign(targets=[ast.Name(id="default_error_messages")])
                | ast.AnnAssign(target=ast.Name(id="default_error_messages"))
            ):
                sentences = [node.value]
            case ast.JoinedStr() if path.endswith(OF_SENTENCES) and _has_words(node):
                sentences = [node]
            case _:
                continue
        yield from (each for each in sentences if each is not None and _is_glued(each, values, set()))


def _has_words(text: ast.JoinedStr) -> bool:
    return any(isinstance(each, ast.Constant) and WORD.search(str(each.value)) for each in text.values)


def _is_glued(node: ast.expr, values: dict[str, list[ast.expr]], seen: set[str]) -> bool:
    """Whether a text comes to people that gettext does not know as a whole."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, str) and " " in value
        case ast.JoinedStr() | ast.BinOp(op=ast.Add() | ast.Mod()):
            return True
        case ast.Call(func=ast.Name(id=name)) if name in MARKS:
            return not all(isinstance(each, ast.Constant) for each in node.args)
        case ast.Call(func=ast.Name(id="str") | ast.Attribute(attr="join" | "format" | "capitalize")):
            return True
        case ast.Name(id=name) if name not in seen:
            return any(_is_glued(each, values, {*seen, name}) for each in values.get(name, ()))
        case ast.Call(func=ast.Attribute(attr="fromkeys")):
            parts = node.args[1:]
        case ast.Subscript(value=value):
            parts = [value]
        case ast.IfExp():
            parts = [node.body, node.orelse]
        case ast.Starred(value=value) | ast.DictComp(value=value) | ast.ListComp(elt=value):
            parts = [value]
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            pass
        case _:
            return False
    return any(_is_glued(each, values, seen) for each in parts)
