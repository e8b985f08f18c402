"""The mutants fit the code, and the verdict on a mutant is right."""

import ast
import builtins
from collections import Counter
from collections.abc import Sequence

import pytest

from .judging import judge
from .patterns import NAMED, sought
from .table import KINDS, ROOT, Code, Mutant, mutants

pytestmark = pytest.mark.extra

EVERY = mutants()


def test_there_are_some_of_each_kind_and_each_has_a_name_of_its_own():
    assert len(EVERY) > 200
    assert {mutant.kind for mutant in EVERY} == {*KINDS}
    assert not [name for name, times in Counter(mutant.name for mutant in EVERY).items() if times > 1]


def test_every_mutant_changes_one_place_in_the_code_and_names_nothing_that_is_not_there():
    """Otherwise a mutant would break nothing, unnoticed."""
    code = Code(ROOT)
    assert not {mutant.name: fault for mutant in EVERY if (fault := fault_of(mutant, code))}


def fault_of(mutant: Mutant, code: Code) -> str | None:
    try:
        place = code.place(mutant.at)
        old, becomes = sought(place.node, mutant.old, mutant.new)
    except (LookupError, SyntaxError) as error:
        return str(error)
    if [ast.dump(each) for each in becomes] in ([ast.dump(old)], [ast.dump(ast.Expr(old))]):
        return "it changes nothing"
    new = [*ast.walk(ast.parse(mutant.new))]
    used = {each.id for each in new if isinstance(each, ast.Name) and not NAMED.fullmatch(each.id)}
    known = {*dir(builtins), *(name for each in [*new, *ast.walk(place.module)] for name in names_of(each))}
    return f"it names {', '.join(used - known)}" if used - known else None


def names_of(node: ast.AST) -> Sequence[str]:
    """Return the names bound by a node."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return [name]
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [name]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [each.asname or each.name for each in names]
    return []


def test_the_tests_that_are_asked_are_there():
    for mutant in EVERY:
        files = [word for word in mutant.arguments if word.startswith("tests/")]
        assert files, mutant.name
        assert not [file for file in files if not (ROOT / file).exists()], mutant.name


@pytest.fixture
def tree(tmp_path):
    """A tree of a rule, and of a test for half of it."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games/rule.py").write_text("def is_red(suit):\n    return suit in ('D', 'H')\n")
    (tmp_path / "test_rule.py").write_text(
        "from games.rule import is_red\n\n\ndef test_diamonds():\n    assert is_red('D')\n"
    )
    (tmp_path / "pyproject.toml").write_text(
        "[tool.pytest.ini_options]\npythonpath = ['.']\naddopts = '-ra'\n"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({}, None),
        ({"at": "rule.is_black"}, "may be any of"),
        ({"old": "_ not in _a"}, "0 times"),
        ({"old": "'D'", "new": "'D'"}, "changes nothing"),
        ({"new": "_a in REDS"}, "names REDS"),
    ],
)
def test_a_mutant_that_breaks_nothing_is_at_fault(tree, row, fault):
    good = {"at": "rule.is_red", "old": "_a in _", "new": "_a in 'DS'"}
    said = fault_of(Mutant(kind="rules", name="red", asked="", **{**good, **row}), Code(tree))
    assert said is fault or fault in said


@pytest.mark.parametrize(
    ("new", "noticed_by", "trouble"),
    [
        ("_a in ('C', 'H')", "test_rule.py::test_diamonds", ""),
        ("_a in ('D', 'S')", None, ""),
        ("_a in ('D', 'S')", None, "SyntaxError"),
    ],
)
def test_a_mutant_is_noticed_if_a_test_fails_and_only_then(tree, monkeypatch, new, noticed_by, trouble):
    # Importing all plugins would take a second; it needs only the one for migrations.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE")
    if trouble:
        (tree / "test_rule.py").write_text("def test_diamonds(:")
    row = {"at": "rule.is_red", "old": "_a in ('D', 'H')", "asked": "test_rule.py -p pytest_django.plugin"}
    outcome = judge(Mutant(kind="rules", name="red", new=new, **row), Code(tree))
    assert outcome.noticed_by == noticed_by
    assert trouble in outcome.trouble
    assert bool(trouble) == bool(outcome.trouble)
    assert "('D', 'H')" in (tree / "games/rule.py").read_text()
