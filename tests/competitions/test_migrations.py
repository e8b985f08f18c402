"""Migrations are never edited: what a site has run once stays what it ran."""

import ast
import re
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


@pytest.mark.extra
def test_one_that_was_stopped_on_its_way_is_run_again_as_the_guide_says(
    postgres_server: str, migrated_postgres: str
) -> None:
    """It had added its column, and left an index that is not valid; neither was noted."""
    statement, then = (EXAMPLES / "migrate_again.sh").read_text().splitlines()
    [mend] = re.findall("'(.*)'", statement)
    assert then == "python3 manage.py migrate"
    index = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('entry_not_filed')"
    with postgres.database(postgres_server, template=postgres.name_of(migrated_postgres)) as url:
        migrate(url, "competitions", "0020")
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
