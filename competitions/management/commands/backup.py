"""`manage.py backup`: copy the database of a running site into one file."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

SAFE: Final = ("sslmode", "sslrootcert", "sslcert", "sslkey")
"""The parameters of `DATABASE_URL` for an encrypted connection. The programs of PostgreSQL get these, too."""

SECRET = "Keep the secret of the site in another place: SECRET_KEY, or the file `secret` in DATA_DIR."


class Command(BaseCommand):
    help = "Copy the database into a new file, while the site runs. `restore` makes a database from the file."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, which must not exist")

    def handle(self, *, file: Path, **options: Any) -> None:
        if file.exists():
            raise CommandError(f"{file} exists already, and no backup is overwritten.")
        new = file.with_name(f"{file.name}.new")
        new.unlink(missing_ok=True)
        new.touch(0o600, exist_ok=False)
        try:
            if connection.vendor == "sqlite":
                copy_sqlite(Path(connection.settings_dict["NAME"]), new)
            else:
                run_program(
                    "pg_dump", "--format=custom", f"--file={new}", dbname=connection.settings_dict["NAME"]
                )
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        make_durable(new)
        new.rename(file)
        self.stdout.write(f"{file} has everything that was answered before this command began. {SECRET}")


def copy_sqlite(database: Path, to: Path) -> None:
    """Copy an SQLite database as it is at one moment, with the changes that are only in its write-ahead log.
    Writers can go on meanwhile."""
    if not database.exists():
        raise CommandError(f"There is no database {database}.")
    try:
        with (
            closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(to)) as copy,
        ):
            source.backup(copy)  # all pages in one step, so that no write makes the copying begin again
            # Without this, the copy would have a second file, its write-ahead log.
            copy.execute("PRAGMA journal_mode=DELETE")
            ((found,),) = copy.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as error:
        raise CommandError(f"{database} cannot be copied: {error}.") from None
    if found != "ok":
        raise CommandError(f"The copy of {database} is damaged: {found}.")


def run_program(program: str, *arguments: str, dbname: str) -> None:
    """Run a client program of PostgreSQL, such as `pg_dump`, on the site's database. The password is not
    among the arguments, which other users of this machine can see."""
    found = shutil.which(program)
    if not found:
        raise CommandError(
            f"{program} is missing: install PostgreSQL's client programs, of the server's version or newer."
        )
    command = [found, *arguments, f"--dbname={dbname}"]
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandError(f"{program} failed: {done.stderr.strip()}")


def _environment() -> Mapping[str, str]:
    settings = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    of_site = {name: str(settings[key]) for name, key in names.items() if settings[key]}
    options = settings.get("OPTIONS", {})
    safe = {f"PG{key.upper()}": str(options[key]) for key in SAFE if key in options}
    return {**os.environ, **of_site, **safe}


def make_durable(file: Path) -> None:
    """Write a file to the disk, so that it survives a power failure."""
    with file.open("rb") as written:
        os.fsync(written.fileno())
