"""Migrations are never edited: what a site has run once stays what it ran."""

import ast
import re
from contextlib import nullcontext
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

import competitions
from competitions import upgrades

FOLDER = Path(competitions.__file__).parent / "migrations"
MIGRATIONS = sorted(FOLDER.glob("[0-9]*.py"))
NAME = re.compile(r"\d{4}_v\d+_\d+_\d+(_(before|after)_\w+)?")

SHARED = {"competitions.models.deals", "competitions.models.ids", "competitions.models.moves"}
"""Our own modules that migrations may name: what they take from there stays under its name."""

TAKES_AWAY = {"DeleteModel", "RemoveField", "RenameField", "RenameModel"}
"""Operations on which the release before cannot run."""

LOCKS_LONG = {"AddIndex", "AddConstraint"}
"""Operations that lock a table for as long as it takes to read it; PostgreSQL has others for it."""


def names_in(file: Path) -> set[str]:
    return {node.attr for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Attribute)}


def test_each_is_as_it_was_when_it_was_made() -> None:
    """A new one adds its line: `cd competitions/migrations && sha256sum 0*.py > DIGESTS`."""
    digests = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in MIGRATIONS]
    assert (FOLDER / "DIGESTS").read_text().splitlines() == digests, "a migration was edited, or is new"


def test_they_stand_in_one_row_and_say_when_they_run() -> None:
    names = [file.stem for file in MIGRATIONS]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    for before, after in pairwise(MIGRATIONS):
        assert f'("competitions", "{before.stem}")' in after.read_text()
    for file in MIGRATIONS:
        found = NAME.fullmatch(file.stem)
        assert found, file.name
        assert (file == MIGRATIONS[0]) == (found[2] is None), file.name
        if found[2] == "before":
            assert not names_in(file) & TAKES_AWAY, file.name
        if found[2]:
            assert not names_in(file) & LOCKS_LONG, file.name


def test_they_use_nothing_of_ours_that_may_change() -> None:
    for file in MIGRATIONS:
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or "."]
            ours = {name for name in names if name.startswith((".", "competitions", "config", "games"))}
            assert ours <= SHARED, file.name


BEFORE, AFTER, LATER = "0002_v1_1_0_before_x", "0003_v1_1_0_after_y", "0004_v1_2_0_before_z"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("applied", "sentence"),
    [
        (["0001_first"], r"older than 1\.0\.0"),
        ([BEFORE], None),
        ([BEFORE, AFTER], r"upgraded to 1\.1\.0, and this older release cannot use it"),
        ([BEFORE, LATER], r"upgraded to 1\.2\.0, and this older release cannot use it"),
    ],
)
def test_a_database_that_is_too_old_or_too_new_is_told_so(applied: list[str], sentence: str | None) -> None:
    for name in applied:
        MigrationRecorder(connection).record_applied("competitions", name)
    with pytest.raises(CommandError, match=sentence) if sentence else nullcontext():
        call_command("migrate", check_unapplied=True, verbosity=0)


def test_a_start_leaves_out_what_waits_for_the_end_of_the_release_before(monkeypatch) -> None:
    first, before, after = (("competitions", name) for name in ("0001_v1_0_0", BEFORE, AFTER))
    loader = SimpleNamespace(
        disk_migrations=dict.fromkeys((first, before, after)),
        applied_migrations=dict.fromkeys((first,)),
        graph=SimpleNamespace(leaf_nodes=lambda: [after]),
    )
    ran = []
    monkeypatch.setattr(upgrades, "MigrationExecutor", lambda _: SimpleNamespace(loader=loader))
    monkeypatch.setattr(upgrades, "call_command", lambda *words, **_: ran.append(words))
    upgrades.bring_up_to_date(None)
    assert ran == [("migrate", *before)]
    loader.applied_migrations[before] = None
    assert upgrades.needed(None) == []
