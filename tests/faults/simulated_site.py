"""The site of a simulation: a database in memory, and a clock that stands still.

It needs nothing of the test that asks for it. So several simulations go on at once, in processes of their
own.
"""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

from django.db import connection
from django.test import Client as DjangoClient
from django.utils import timezone

from competitions.contests import create
from competitions.ledger import entry_places, ledger
from competitions.play import positions
from competitions.standings import standings
from tests.clients.rest import Client, through_django
from tests.clients.site import chance
from tests.competitions.conftest import Clock
from tests.deals import certain_seeds
from tests.servers.fixtures import connected_to

from .simulation import Simulation

TOLD = 12
"""How many of the last acts are told with a fault."""


def simulate(seed: int, days: int, migrated: Path, keep: Path | None = None) -> list[str]:
    """Simulate so many days, which follow from the seed alone; return what has happened. `migrated` is a
    migrated SQLite file, which is copied. If `keep` is given, the database is a file of that name at the
    end."""
    clock = Clock()
    with (
        empty_site(migrated),
        stamping(seed),
        certain(seed),
        patch.object(timezone, "now", lambda: clock.now),
    ):
        simulation = Simulation(seed, Client(through_django(DjangoClient())), clock)
        try:
            for _ in range(days):
                simulation.day()
        except BaseException as error:
            raise AssertionError("\n".join([f"seed {seed}", *simulation.trace[-TOLD:]])) from error
        if keep:
            connection.cursor().execute("VACUUM INTO %s", [str(keep)])
        return simulation.trace


@contextmanager
def empty_site(migrated: Path) -> Iterator[None]:
    """A site without limits. What it remembers, nobody else does."""
    with (
        patch.object(positions, "memory", positions.memory),
        patch.object(standings, "FIELDS", standings.FIELDS),
        with_early_places(),
        patch("competitions.web.limits.seconds_to_wait", lambda *_: 0.0),
        connected_to(f"sqlite:///{migrated}", NAME=":memory:"),
        closing(sqlite3.connect(migrated)) as file,
    ):
        connection.ensure_connection()
        file.backup(connection.connection)
        yield


@contextmanager
def with_early_places() -> Iterator[None]:
    """The database keeps the places of contests from two entries on, and from three on standings are read
    from there."""
    with patch.object(entry_places, "KEPT_FROM", 2), patch.object(entry_places, "READ_FROM", 3):
        yield


@contextmanager
def stamping(seed: int) -> Iterator[None]:
    """With every second seed, contests whose standings are read from the places stamp only new entries, as
    large dailies do."""
    stamp_new = entry_places.is_stored if seed % 2 else entry_places.stays_stored
    with patch.object(ledger, "stays_stored", stamp_new):
        yield


@contextmanager
def certain(seed: int) -> Iterator[None]:
    """Whatever is random follows from the seed."""
    random.seed(seed)
    seeds = certain_seeds()
    with chance(f"simulation {seed}"), patch.object(create, "random_seed", lambda: next(seeds)):
        yield
