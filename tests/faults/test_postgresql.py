"""PostgreSQL crashes and comes back under load; `test_postgresql_away` has every answer meanwhile."""

import json

import pytest

from tests.clients.pages import fetch
from tests.waiting import until

from .conftest import WholeSite
from .parts import promised

pytestmark = pytest.mark.faults

REFUSED_WITHIN_S = 1.0
BACK_WITHIN_S = 2.0


def test_postgresql_crashes_and_comes_back(whole_site: WholeSite) -> None:
    urls = whole_site.site.urls

    def status(url: str, path: str) -> int:
        return fetch(url, "GET", path).status

    with whole_site.site.under_load() as crowd:
        with whole_site.postgres.gone():
            pass  # only its connections die
        crowd.goes_on()
        with whole_site.postgres.gone():
            for path in ("/api/v1/competitions", f"/c/{crowd.open}", "/") * 3:
                for url in urls:
                    with promised(REFUSED_WITHIN_S, f"503 for {path}"):
                        assert status(url, path) == 503, path
            for url in urls:
                assert json.loads(fetch(url, "GET", "/readyz").raw)["missing"][0] == "database"
                assert status(url, "/healthz") == 200
        with promised(BACK_WITHIN_S, "PostgreSQL is back"):
            for url in urls:
                until(lambda url=url: status(url, "/api/v1/competitions") == 200, "it never came back")
                until(lambda url=url: status(url, "/readyz") == 200, "it is never ready again")
        crowd.goes_on()
