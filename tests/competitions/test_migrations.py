"""Migrations are never edited: what a site has run once stays what it ran."""

import ast
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import competitions

FOLDER = Path(competitions.__file__).parent / "migrations"
MIGRATIONS = sorted(FOLDER.glob("[0-9]*.py"))

SHARED = {"competitions.models.deals", "competitions.models.ids"}
"""Our own modules that migrations may name: what they take from there stays under its name."""


def test_each_is_as_it_was_when_it_was_made() -> None:
    """A new one adds its line: `cd competitions/migrations && sha256sum 0*.py > DIGESTS`."""
    digests = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in MIGRATIONS]
    assert (FOLDER / "DIGESTS").read_text().splitlines() == digests, "a migration was edited, or is new"


def test_they_stand_in_one_row() -> None:
    names = [file.stem for file in MIGRATIONS]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    for before, after in pairwise(MIGRATIONS):
        assert f'("competitions", "{before.stem}")' in after.read_text()


def test_they_use_nothing_of_ours_that_may_change() -> None:
    for file in MIGRATIONS:
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or "."]
            ours = {name for name in names if name.startswith((".", "competitions", "config", "games"))}
            assert ours <= SHARED, file.name
