"""The table of mutants fits the code, and a mutant is reported as it was found."""

import ast
from collections import Counter
from functools import lru_cache

import pytest

from .judging import judge
from .table import KINDS, ROOT, Mutant, mutants

EVERY = mutants()

LEAST = 5
"""Of each kind."""


def test_there_are_some_of_each_kind_and_each_has_a_name_of_its_own():
    kinds = Counter(mutant.kind for mutant in EVERY)
    assert all(kinds[kind] >= LEAST for kind in KINDS)
    assert not [name for name, times in Counter(mutant.name for mutant in EVERY).items() if times > 1]
    assert {file.stem for file in (ROOT / "tests/mutation/mutants").iterdir()} == set(KINDS)


@pytest.mark.parametrize("mutant", EVERY, ids=lambda mutant: mutant.name)
def test_what_is_broken_stands_there_once_and_is_python_afterwards(mutant):
    """So that the table does not grow old unnoticed."""
    whole = (ROOT / mutant.file).read_text()
    assert whole.count(mutant.old) == 1, "mend the mutant: the code that it breaks has changed"
    assert means(whole) != means(whole.replace(mutant.old, mutant.new))


@lru_cache
def means(python: str) -> str:
    """What is left of a program without its comments and spaces; the tests of one file come one after the
    other."""
    return ast.dump(ast.parse(python))


def test_the_tests_that_are_asked_are_there():
    for mutant in EVERY:
        files = [word for word in mutant.arguments if word.startswith("tests/")]
        assert files, mutant.name
        assert not [file for file in files if not (ROOT / file).exists()], mutant.name


@pytest.fixture
def tree(tmp_path):
    """A rule and a test of its first half."""
    (tmp_path / "rule.py").write_text("def is_red(suit):\n    return suit in ('D', 'H')\n")
    (tmp_path / "test_rule.py").write_text(
        "from rule import is_red\n\n\ndef test_diamonds():\n    assert is_red('D')\n"
    )
    (tmp_path / "pyproject.toml").write_text(
        "[tool.pytest.ini_options]\npythonpath = ['.']\naddopts = '-ra'\n"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("new", "noticed_by", "trouble"),
    [
        ("('C', 'H')", "test_rule.py::test_diamonds", ""),
        ("('D', 'S')", None, ""),
        ("('D', 'H'", None, "SyntaxError"),
    ],
)
def test_a_mutant_is_noticed_if_a_test_fails_and_only_then(tree, monkeypatch, new, noticed_by, trouble):
    # It needs none of our pytest's plugins but the one that knows -n0; to import them all takes a second.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    mutant = Mutant(
        kind="rules", name="red", file="rule.py", old="('D', 'H')", new=new, asked="test_rule.py -p xdist"
    )
    outcome = judge(mutant, tree)
    assert outcome.noticed_by == noticed_by
    assert trouble in outcome.trouble
    assert bool(trouble) == bool(outcome.trouble)
    assert "('D', 'H')" in (tree / "rule.py").read_text()
