"""A site seen from the outside: players over HTTP, and watchers on real sockets.

Nothing here asserts how fast things are.
"""

from collections.abc import Iterator

import pytest

from tests.servers.daphne import Daphne

from .sites import Site

FAULT = "Traceback"
"""What no test may bring a server to log."""


@pytest.fixture
def embedded(two_on_sqlite: Daphne) -> Iterator[tuple[Site, Site]]:
    """Two processes with everything embedded: one database, but each with its own channel layer in memory."""
    with two_on_sqlite.never_says(FAULT):
        yield Site(two_on_sqlite, 0), Site(two_on_sqlite, 1)


@pytest.fixture
def connected(two_on_postgres: Daphne) -> Iterator[tuple[Site, Site]]:
    """Two processes on one PostgreSQL and one Redis."""
    with two_on_postgres.never_says(FAULT):
        yield Site(two_on_postgres, 0), Site(two_on_postgres, 1)


@pytest.fixture
def site(embedded: tuple[Site, Site]) -> Site:
    """One process with everything embedded."""
    return embedded[0]


@pytest.fixture(params=["one process", "two processes"])
def sites(request: pytest.FixtureRequest) -> tuple[Site, Site]:
    """Where things are written and where they are watched."""
    if request.param == "one process":
        site = request.getfixturevalue("site")
        return site, site
    return request.getfixturevalue("connected")
