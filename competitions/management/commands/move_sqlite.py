"""`manage.py move_sqlite`: copy the SQLite database of a site into PostgreSQL."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.apps.registry import Apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections, transaction
from django.db.models import AutoField, Field, Model, QuerySet

from ...upgrades import bring_up_to_date, needed

SOURCE: Final = "sqlite"
"""The alias of the SQLite database, which the settings define for this command alone."""

AT_ONCE: Final = 2_000
"""How many rows are read at once."""

MADE_BY_MIGRATE: Final = ("contenttypes.contenttype", "auth.permission")
"""The models whose rows `migrate` makes in a new database. The copied rows replace these."""


class Command(BaseCommand):
    help = (
        "Copy an SQLite database into the empty PostgreSQL database at DATABASE_URL. The file stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="usually data/evendeal.sqlite3")

    def handle(self, *, file: Path, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("DATABASE_URL must name the PostgreSQL database to move to.")
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        with _claimed(file):
            if needed(connections[SOURCE]):
                raise CommandError(f"{file} is of an older release: start `serve` on it once, then stop it.")
            bring_up_to_date(connection)
            models = models_with_tables(apps)
            if full := [model._meta.db_table for model in models if _has_rows(model)]:
                raise CommandError(f"The database at DATABASE_URL is not empty: there are rows in {full[0]}.")
            rows = copy_all(models)
        self.stdout.write(
            f"{rows} rows are in PostgreSQL now. Start the site there with the secret that it had: if "
            f"SECRET_KEY was not set, that is the content of {file.with_name('secret')}."
        )


@contextmanager
def _claimed(file: Path) -> Iterator[None]:
    """Lock the file as `serve` does, so that no `serve` uses it meanwhile."""
    with file.with_name(f"{file.name}.serving").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"A running `serve` uses {file}. Stop it first.") from None
        yield


def models_with_tables(of_apps: Apps) -> list[type[Model]]:
    """All models with a table of their own, including those that Django makes for many-to-many fields."""
    found = of_apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def _has_rows(model: type[Model]) -> bool:
    return model._meta.label_lower not in MADE_BY_MIGRATE and QuerySet(model).exists()


def copy_all(models: list[type[Model]]) -> int:
    """Copy the rows of all models in one transaction. Return the number of rows."""
    with transaction.atomic():
        for model in reversed(models):
            if model._meta.label_lower in MADE_BY_MIGRATE:
                QuerySet(model).delete()
        rows = sum(map(_copy, models))
        _set_sequences(models)
    return rows


def _copy(model: type[Model]) -> int:
    """Copy the rows of a model. Return the number of rows. The order of models does not matter: PostgreSQL
    checks only at the commit that each reference leads to a row."""
    from psycopg import sql

    fields = [field for field in model._meta.local_concrete_fields if not field.generated]
    names = sql.SQL(", ").join(sql.Identifier(_column(field)) for field in fields)
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(model._meta.db_table), names)
    stored: QuerySet[Any, Any] = QuerySet(model, using=SOURCE)
    count = 0
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for values in stored.values_list(*(field.attname for field in fields)).iterator(AT_ONCE):
            row = zip(fields, values, strict=True)
            copy.write_row([field.get_db_prep_save(value, connection) for field, value in row])
            count += 1
    return count


def _column(field: "Field[Any, Any]") -> str:
    assert field.column
    return field.column


def _set_sequences(models: list[type[Model]]) -> None:
    """Let the ids of new rows begin after those of the copied rows."""
    from psycopg import sql

    with connection.cursor() as cursor:
        for model in models:
            key = model._meta.pk
            if isinstance(key, AutoField):
                table, column = model._meta.db_table, _column(key)
                statement = sql.SQL("SELECT setval(pg_get_serial_sequence(%s, %s), max({})) FROM {}")
                names = sql.Identifier(column), sql.Identifier(table)
                cursor.execute(statement.format(*names), [table, column])
