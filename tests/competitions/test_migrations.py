"""Migrations are never edited: what a site has run once stays what it ran."""

import ast
import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import DjangoDbBlocker

import competitions
from competitions import upgrades
from competitions.embargo.visibility import viewpoint_of_organising
from competitions.management.commands.move_sqlite import SOURCE, copy_all, models_with_tables
from competitions.models import Attempt, Competition, Entry, Log
from competitions.standings import standings
from config.environment import database_from
from tests.faults.invariants import Stored, check_counted, check_places, reckoned, told
from tests.faults.simulated_site import simulate, with_early_places
from tests.servers import postgres
from tests.servers.databases import ALIKE
from tests.servers.fixtures import connected_to

from .conftest import Clock

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


KEPT = Path(__file__).parent / "releases"
"""A file for each earlier release that brought migrations: a site of that release, made as
`test_a_site_of_each_earlier_release_is_kept` says."""

KEPT_SITES = sorted(KEPT.glob("*.sqlite3.gz"))


def missing_sites(migrations: list[str], kept: set[str]) -> set[str]:
    """The files that should be in `KEPT` and are not, if those in it are `kept`."""
    releases = {re.sub(r"\d{4}_v(\d+)_(\d+)_(\d+).*", r"\1.\2.\3", name) for name in migrations}
    earlier = releases - {max(releases, key=lambda release: [int(part) for part in release.split(".")])}
    return {f"{release}.sqlite3.gz" for release in earlier} - kept


def test_a_site_of_each_earlier_release_is_kept() -> None:
    """In a checkout of the last release, run the next test with `--basetemp=FOLDER`. Then copy the newest
    `site.sqlite3.gz` in that folder to `tests/competitions/releases/`, under the number of the release."""
    kept = {file.name for file in KEPT_SITES}
    assert missing_sites([file.stem for file in MIGRATIONS], kept) == set()
    both = {"1.0.0.sqlite3.gz", "1.1.0.sqlite3.gz"}
    assert missing_sites(["0001_v1_0_0", BEFORE, AFTER, LATER], kept=set()) == both


@contextmanager
def database_of(vendor: str, site: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    """A database with the tables and the rows of the site, an SQLite file of some release."""
    with connected_to(f"sqlite:///{site}"):
        if vendor == "sqlite":
            yield
            return
        applied: dict[str, str] = {}
        for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
            applied[app] = name
    with postgres.database(request.getfixturevalue("postgres_server")) as url, connected_to(url):
        state = MigrationExecutor(connection).migrate(list(applied.items()))
        source = database_from(f"sqlite:///{site}", connections=1)
        connections.settings[SOURCE] = connections.configure_settings({"default": source})["default"]
        try:
            copy_all(models_with_tables(state.apps))
        finally:
            connections[SOURCE].close()
            del connections[SOURCE], connections.settings[SOURCE]
        yield


@pytest.mark.parametrize("vendor", ALIKE)
@pytest.mark.parametrize("kept", [None, *KEPT_SITES])
def test_a_site_of_any_release_becomes_one_of_this(
    kept: Path | None,
    vendor: str,
    migrated_sqlite: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    django_db_blocker: DjangoDbBlocker,
    clock: Clock,
) -> None:
    """Whatever its players have stored is there, and its standings follow from its logs. Without a kept site,
    it is one of this release."""
    site, packed = tmp_path / "site.sqlite3", tmp_path / "site.sqlite3.gz"
    with django_db_blocker.unblock():
        if kept is None:
            simulate(2, 3, migrated_sqlite, keep=site)
            packed.write_bytes(gzip.compress(site.read_bytes()))
        site.write_bytes(gzip.decompress((kept or packed).read_bytes()))
        with database_of(vendor, site, request), with_early_places():
            before = {each: rows_of(each._meta.db_table) for each in (Competition, Entry, Attempt, Log)}
            call_command("migrate", verbosity=0)
            assert {each: each.objects.count() for each in before} == before
            assert min(before.values()) > 0
            clock.forward(days=30)
            for competition in Competition.objects.all():
                stored = Stored(competition.pk)
                check_counted(stored)
                check_places(stored)
                seen = viewpoint_of_organising(stored.competition, clock.now)
                assert told(standings.sheet(seen).results) == reckoned(stored, clock.now)


def rows_of(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
        return int(cursor.fetchone()[0])
