"""The migrations that this release needs before it starts, and the databases that it cannot use.

The name of a migration contains the number of the release that brought it. A migration whose name also has
`after` waits until the operator says that no process of the previous release is left.
"""

import re
from typing import Any, Final

from django.core.management import call_command
from django.db.migrations.executor import MigrationExecutor

APP: Final = "competitions"
BEFORE_THE_FIRST: Final = (APP, "0001_first")
"""A migration from before 1.0.0. Databases with it have other tables than today's."""

RELEASE: Final = re.compile(r"\d{4}_v(\d+)_(\d+)_(\d+)")


def needed(connection: Any) -> list[tuple[str, str]]:
    """Pairs: an app, and the last of its migrations that this release needs. A pair is left out if the
    database has the migration."""
    loader = MigrationExecutor(connection).loader
    targets = [
        (app, _last_before(loader.disk_migrations) if app == APP else name)
        for app, name in loader.graph.leaf_nodes()
    ]
    return [target for target in targets if target not in loader.applied_migrations]


def bring_up_to_date(connection: Any) -> None:
    """Run the migrations that this release needs. If several processes call this at once, one runs them, and
    the others wait."""
    loader = MigrationExecutor(connection).loader
    all_at_once = (APP, _last_before(loader.disk_migrations)) in loader.graph.leaf_nodes()
    for target in needed(connection):
        call_command("migrate", *(() if all_at_once else target), verbosity=0, interactive=False)
        if all_at_once:
            break


def fault(connection: Any) -> str | None:
    """Why this release cannot use the database; None if it can. It can use a database of the next release
    until one of that release's `after` migrations has run."""
    loader = MigrationExecutor(connection).loader
    if BEFORE_THE_FIRST in loader.applied_migrations:
        return "This database is older than 1.0.0, which cannot upgrade it: begin with a new one."
    known = {name for app, name in loader.disk_migrations if app == APP}
    newer = {name for app, name in loader.applied_migrations if app == APP} - known
    releases = {_release(name) for name in newer}
    if len(releases) > 1 or any("_after_" in name for name in newer):
        newest = ".".join(map(str, max(releases)))
        return (
            f"This database was upgraded to {newest}, and this older release cannot use it: start {newest}, "
            "or restore a backup that was made before."
        )
    return None


def _last_before(migrations: Any) -> str:
    """The last of our migrations that does not wait until the previous release has ended."""
    names: list[str] = [name for app, name in migrations if app == APP and "_after_" not in name]
    return max(names)


def _release(name: str) -> tuple[int, ...]:
    found = RELEASE.match(name)
    return tuple(map(int, found.groups())) if found else (0,)
