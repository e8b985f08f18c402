"""PostgreSQL crashes and comes back under load; `test_postgresql_away` has every answer meanwhile."""

import json
import time
from statistics import median

import pytest

from tests.clients.pages import fetch
from tests.waiting import until

from .conftest import WholeSite

pytestmark = pytest.mark.faults

REFUSED_WITHIN_S = 1.0
"""The middle of many refusals: on a busy machine a single one takes longer."""
BACK_WITHIN_S = 20.0
"""Two seconds are usual on a machine of its own."""


def test_postgresql_crashes_and_comes_back(whole_site: WholeSite) -> None:
    urls = whole_site.site.urls

    def status(url: str, path: str) -> int:
        return fetch(url, "GET", path).status

    with whole_site.site.under_load() as crowd:
        with whole_site.postgres.gone():
            pass  # only its connections die
        crowd.goes_on()
        with whole_site.postgres.gone():
            took = []
            for path in ("/api/v1/competitions", f"/c/{crowd.open}", "/") * 3:
                for url in urls:
                    begun = time.monotonic()
                    assert status(url, path) == 503, path
                    took.append(time.monotonic() - begun)
            assert median(took) < REFUSED_WITHIN_S, took
            for url in urls:
                assert json.loads(fetch(url, "GET", "/readyz").raw)["missing"][0] == "database"
                assert status(url, "/healthz") == 200
        begun = time.monotonic()
        for url in urls:
            until(lambda url=url: status(url, "/api/v1/competitions") == 200, "it never came back")
            until(lambda url=url: status(url, "/readyz") == 200, "it is never ready again")
        assert time.monotonic() - begun < BACK_WITHIN_S
        crowd.goes_on()
