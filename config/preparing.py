"""Before serving: claim the SQLite database for this process, and migrate it."""

import os
from contextlib import suppress
from pathlib import Path

# Imported before anything is installed; everything else is imported where it is used.
from .setup.alone import claim
from .setup.saying import SetupFailed, say


def prepare() -> None:
    """Claim the embedded database, migrate it, and free what an earlier process held in it.

    A database on a server may have several processes, so its operator migrates it and this only checks.
    Raises SetupFailed with the remedy.
    """
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError, connection
    from django.utils import timezone

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
        if due():
            if not embedded:
                raise SetupFailed("The database at DATABASE_URL is not up to date: run manage.py migrate.")
            say("Preparing the database…")
            call_command("migrate", verbosity=0, interactive=False)
        if embedded:
            # These import most of the service; errors are reported before.
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
    """Make sure that the database has no other process, which could not know this one's memory."""
    try:
        claimed = claim(database.with_name(f"{database.name}.serving"))
    except OSError as error:
        raise _unusable(str(error)) from None
    if not claimed:
        raise SetupFailed(
            f"Another serve is at work on {database}. Stop that one, or give this one another --data."
        )


def _unusable(reason: str) -> SetupFailed:
    """An error that names the variable for the database's place."""
    from django.conf import settings

    if os.environ.get("DATABASE_URL", "").strip():
        where = "at DATABASE_URL"
    else:
        where = f"in DATA_DIR ({settings.HERE.data_dir})"
    return SetupFailed(f"The database {where} cannot be used: {reason}")


if __name__ == "__main__":
    # While the pages are built, this does the work of `serve` beside it, or reports what is wrong.
    with suppress(SystemExit, KeyboardInterrupt):
        import django

        django.setup()
        prepare()
