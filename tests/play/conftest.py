"""The cast of the API's tests, and processes of the service to play at."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.clients.contests import sealed
from tests.clients.rest import Client
from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger
from tests.servers.daphne import Daphne
from tests.servers.databases import ALIKE

from .sites import Site

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger"]

FAULT = " ERROR "
"""What no test may bring a server to log; on a busy machine a hint may be late, which is a warning."""


@pytest.fixture
def event(owner: Client) -> dict[str, Any]:
    """A contest of one sealed round of WinABit."""
    return owner.create(**sealed("winabit"))


@pytest.fixture
def site(two_on_sqlite: Daphne) -> Iterator[Site]:
    """One process with everything embedded."""
    with two_on_sqlite.never_says(FAULT):
        yield Site(two_on_sqlite)


@pytest.fixture(params=ALIKE)
def sites(request: pytest.FixtureRequest) -> Iterator[tuple[Site, Site]]:
    """Two processes on the same database."""
    shared = "two_on_sqlite" if request.param == "sqlite" else "two_on_postgres"
    servers: Daphne = request.getfixturevalue(shared)
    with servers.never_says(FAULT):
        yield Site(servers, 0), Site(servers, 1)
