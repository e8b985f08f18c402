"""`manage.py restore`: make the database of a site from a file that `manage.py backup` wrote."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from .backup import copy_sqlite, make_durable, run_program


class Command(BaseCommand):
    help = "Make the database from a file that `backup` wrote. There must be no database yet."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the file that `backup` wrote")

    def handle(self, *, file: Path, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        if connection.vendor == "sqlite":
            _restore_sqlite(file, Path(connection.settings_dict["NAME"]))
        else:
            with connection.cursor() as cursor:
                cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
                tables = cursor.fetchall()
            connection.close()
            if tables:
                raise CommandError(
                    f"The database at DATABASE_URL already has {len(tables)} tables. It must be empty."
                )
            options_ = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", str(file))
            run_program("pg_restore", *options_, dbname=connection.settings_dict["NAME"])
        self.stdout.write("The database is restored. Start the site with the same secret as before.")


def _restore_sqlite(file: Path, database: Path) -> None:
    # A write-ahead log that another database left here would be applied to the restored one.
    for there in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
        if there.exists():
            raise CommandError(f"{there} exists already. Stop the site, and move the file away first.")
    new = database.with_name(f"{database.name}.new")
    new.unlink(missing_ok=True)
    new.touch(0o600, exist_ok=False)
    copy_sqlite(file, new)
    make_durable(new)
    new.rename(database)
