"""Migrations are never edited: what a site has run once stays what it ran."""

import ast
import re
import shutil
import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest

import competitions
from frontend.guides.guide import FOLDER as EXAMPLES
from tests.servers import postgres
from tests.servers.daphne import migrate

FOLDER = Path(competitions.__file__).parent / "migrations"
MIGRATIONS = sorted(FOLDER.glob("[0-9]*.py"))
IN_ONE = FOLDER / "0001_first_to_0042.py"
STEPS = [file for file in MIGRATIONS if file != IN_ONE]

SHARED = {"competitions.models.deals", "competitions.models.ids"}
"""Our own modules that migrations may name: what they take from there stays under its name."""


def test_each_is_as_it_was_when_it_was_made() -> None:
    """A new one adds its line: `cd competitions/migrations && sha256sum 0*.py > DIGESTS`."""
    digests = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in MIGRATIONS]
    assert (FOLDER / "DIGESTS").read_text().splitlines() == digests, "a migration was edited, or is new"


def test_they_stand_in_one_row() -> None:
    names = [file.stem for file in STEPS]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    for before, after in pairwise(STEPS):
        assert f'("competitions", "{before.stem}")' in after.read_text()


def test_they_use_nothing_of_ours_that_may_change() -> None:
    for file in MIGRATIONS:
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or "."]
            ours = {name for name in names if name.startswith((".", "competitions", "config", "games"))}
            assert ours <= SHARED, file.name


@pytest.fixture
def step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`migrate` has the steps alone, as on a site that is older than the one for new databases."""
    (steps := tmp_path / "steps").mkdir()
    for file in (FOLDER / "__init__.py", *STEPS):
        shutil.copy(file, steps)
    (tmp_path / "of_before.py").write_text(
        'from config.settings import *\n\nMIGRATION_MODULES = {"competitions": "steps"}\n'
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "of_before")


@pytest.mark.extra
def test_all_steps_and_the_one_for_new_databases_make_the_same_tables(
    postgres_server: str, migrated_postgres: str, migrated_sqlite: Path, step_by_step: None, tmp_path: Path
) -> None:
    migrate(f"sqlite:///{tmp_path / 'stepwise.sqlite3'}")
    assert _tables_of_sqlite(tmp_path / "stepwise.sqlite3") == _tables_of_sqlite(migrated_sqlite)
    with (
        postgres.database(postgres_server) as url,
        postgres.database(postgres_server, template=postgres.name_of(migrated_postgres)) as new,
    ):
        migrate(url)
        assert _tables_of_postgresql(url) == _tables_of_postgresql(new)


def _tables_of_sqlite(file: Path) -> set[tuple[str, str]]:
    """Every column, constraint and index as it was defined, in no order."""
    with closing(sqlite3.connect(file)) as connection:
        made = connection.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        ).fetchall()
    return {(name, part) for type, name, sql in made for part in (_parts(sql) if type == "table" else [sql])}


def _parts(create_table: str) -> list[str]:
    """What stands between the outer brackets, from comma to comma."""
    inside = create_table[create_table.index("(") + 1 : create_table.rindex(")")]
    ends = [at for at, letter in enumerate(inside) if letter == "," and _balanced(inside[:at])]
    return [inside[start:end].strip(" ,") for start, end in pairwise([0, *ends, len(inside)])]


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")")


def _tables_of_postgresql(url: str) -> set[tuple[str | int | None, ...]]:
    """Every column, constraint and index, in no order. Not what constraints are called: PostgreSQL calls some
    after the name that a column had at first."""
    with psycopg.connect(url) as connection:
        return {
            row
            for asked in (
                "SELECT table_name, column_name, data_type, is_nullable, column_default,"
                " character_maximum_length FROM information_schema.columns WHERE table_schema = 'public'",
                "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
                " WHERE connamespace = 'public'::regnamespace",
                "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
            )
            for row in connection.execute(asked)
        }


@pytest.mark.extra
def test_one_that_was_stopped_on_its_way_is_run_again_as_the_guide_says(
    postgres_server: str, step_by_step: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had added its column, and left an index that is not valid; neither was noted."""
    statement, then = (EXAMPLES / "migrate_again.sh").read_text().splitlines()
    [mend] = re.findall("'(.*)'", statement)
    assert then == "python3 manage.py migrate"
    index = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('entry_not_filed')"
    with postgres.database(postgres_server) as url:
        migrate(url, "competitions", "0020")
        monkeypatch.delenv("DJANGO_SETTINGS_MODULE")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'entry_not_filed'::regclass"
            )
            connection.execute("DELETE FROM django_migrations WHERE name = '0020_entries_filed'")
            with pytest.raises(RuntimeError, match="already exists"):
                migrate(url)
            connection.execute(mend)
            assert connection.execute(index).fetchone() is None
            migrate(url)
            assert connection.execute(index).fetchone() == (True,)
