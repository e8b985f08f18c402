"""The steps before serving: claim the SQLite database for this process, and migrate it."""

import os
from contextlib import suppress
from pathlib import Path

# This module is imported before packages are installed, so imports of packages are inside functions.
from .setup.alone import claim
from .setup.saying import SetupFailed, say


def prepare() -> None:
    """Make the database ready, or raise SetupFailed with what to do.

    An SQLite database is claimed for this process and migrated. The leases and locks that an earlier process
    left in it are freed. A PostgreSQL database, which several processes may use, is migrated by the first of
    them; some migrations wait until no process of the previous release runs.
    """
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError, connection
    from django.utils import timezone

    from competitions.upgrades import bring_up_to_date, fault, needed

    def due() -> bool:
        try:
            call_command("migrate", check_unapplied=True, verbosity=0)
        except SystemExit:
            return True
        return False

    embedded = connection.vendor == "sqlite"
    if embedded:
        _claim(Path(connection.settings_dict["NAME"]).resolve())
    try:
        if sentence := fault(connection):
            raise CommandError(sentence)
        if not embedded and needed(connection):
            say("Preparing the database…")
            bring_up_to_date(connection)
        if embedded:
            if due():
                say("Preparing the database…")
                call_command("migrate", verbosity=0, interactive=False)
            # These modules import most of the service, so they come after the checks that report errors.
            from competitions.api.idempotency import free_unanswered
            from competitions.jobs.due_rows import free_leases
            from competitions.jobs.recovery import free_unfinished

            free_unanswered(timezone.now())
            free_unfinished(timezone.now())
            free_leases()
    except (CommandError, DatabaseError) as error:
        raise _unusable(str(error)) from None
    finally:
        connection.close()


def _claim(database: Path) -> None:
    """Make sure that no other process uses the database, because a process with SQLite would not notice what
    another process writes."""
    try:
        claimed = claim(database.with_name(f"{database.name}.serving"))
    except OSError as error:
        raise _unusable(str(error)) from None
    if not claimed:
        raise SetupFailed(
            f"Another serve is at work on {database}. Stop that one, or give this one another --data."
        )


def _unusable(reason: str) -> SetupFailed:
    """The error for a database that cannot be used. Its message names the variable that says where the
    database is."""
    from django.conf import settings

    if os.environ.get("DATABASE_URL", "").strip():
        where = "at DATABASE_URL"
    else:
        where = f"in DATA_DIR ({settings.HERE.data_dir})"
    return SetupFailed(f"The database {where} cannot be used: {reason}")


if __name__ == "__main__":
    # `manage.py serve` runs this while the pages are built, to prepare the database or to report what is
    # wrong.
    with suppress(SystemExit, KeyboardInterrupt):
        import django

        django.setup()
        prepare()
