"""Redis goes away under load: all play on, boards look at the database, and limits hold by process."""

import json
import time

import pytest

from tests.clients.pages import fetch
from tests.waiting import until

from .conftest import WholeSite
from .parts import promised

pytestmark = pytest.mark.faults

GONE_S = 60.0
BACK_WITHIN_S = 5.0
NAMES = 10
"""How often a player may change their name in a minute."""


def missing(url: str) -> list[str]:
    return json.loads(fetch(url, "GET", "/readyz").raw)["missing"]


def test_redis_goes_away_and_comes_back(whole_site: WholeSite) -> None:
    urls = whole_site.site.urls
    with whole_site.site.under_load() as crowd:
        with whole_site.redis.gone():
            pass
        crowd.goes_on()
        with whole_site.redis.gone():
            back_at = time.monotonic() + GONE_S
            for url in urls:
                until(lambda url=url: missing(url) == ["channel_layer"], "nobody noticed")
            token = {"Authorization": f"Bearer {crowd.host.token}", "Content-Type": "application/json"}
            statuses = [
                fetch(urls[0], "PATCH", "/api/v1/me", b'{"name": "Host %d"}' % n, token).status
                for n in range(2 * NAMES)
            ]
            assert statuses[:NAMES] == [200] * NAMES
            assert {*statuses[NAMES:]} in ({429}, {200, 429}), "a slow machine may allow some more"
            crowd.goes_on()
            time.sleep(max(0.0, back_at - time.monotonic()))
        with promised(BACK_WITHIN_S, "Redis is back"):
            for url in urls:
                until(lambda url=url: missing(url) == [], "it is never ready again")
        crowd.goes_on()
