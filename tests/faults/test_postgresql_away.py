"""PostgreSQL goes away and comes back while people play: all goes on by itself, in a process that runs on."""

from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

from tests.clients.contests import moves_scoring, sealed
from tests.clients.pages import Fetched, fetch
from tests.clients.rest import Client, over_http
from tests.play.seats import sit_down
from tests.play.sites import Site
from tests.servers import daphne
from tests.servers.forking import forked
from tests.servers.postgres import hanging, own_server
from tests.threads import at_once

MORE_THAN_CONNECTIONS = 20
"""So many requests at once meet every connection that the process had before."""

LONGEST_WAIT_S = 2.0
"""How long a request waits while the server hangs."""


@pytest.mark.faults
def test_postgresql_goes_away_and_comes_back(tmp_path: Path) -> None:
    with own_server() as start, ExitStack() as stack:
        with start() as url:
            daphne.migrate(url)
            settings = {"DATA_DIR": str(tmp_path), "DATABASE_URL": url}
            servers = stack.enter_context(daphne.serving(settings, tmp_path, 1, daphne.TESTED, forked))
            site = Site(servers)
            olga = site.anyone.guest("Olga")
            event = olga.create()
            assert olga.join(event).status == 201
            seat = sit_down(olga, olga.create(**sealed("wish")))
            table = stack.enter_context(site.table(olga, seat.attempt))
            first, *_ = table.hear()["view"]["legal"]
        token = {"Authorization": f"Bearer {olga.token}"}

        def ask(method: str, path: str, data: bytes = b"") -> Fetched:
            return fetch(site.url, method, path, data, token | {"Content-Type": "application/json"})

        for _ in range(2):
            away = at_once(*[lambda: ask("GET", "/api/v1/me")] * MORE_THAN_CONNECTIONS)
            assert {each.status for each in away} == {503}
        log = f"/api/v1/competitions/{event['id']}/rounds/1/logs"
        for method, path in (("GET", "/"), ("GET", f"/c/{event['id']}"), ("POST", log)):
            refused = ask(method, path, b'{"moves": []}' if method == "POST" else b"")
            assert refused.status == 503, path
            assert int(refused.headers["Retry-After"]) >= 1
        assert table.ask({"ply": 0, "move": first})["code"] == "unavailable"
        with start():
            # The first to ask has its answer: nothing of before is in the way.
            assert Client(over_http(site.url), olga.token).get("/me").status == 200
            assert table.play(0, first)["view"]["ply"] == 1
            assert olga.submit(event, moves_scoring(30)).status == 201
            assert fetch(site.url, "GET", f"/c/{event['id']}").status == 200
            with site.table(olga, seat.attempt) as again:
                assert again.hear()["view"]["ply"] == 1
            # From here on the process has many connections.
            at_once(*[lambda: ask("GET", "/api/v1/me")] * MORE_THAN_CONNECTIONS)
        with start() as url:  # so soon that nobody has asked meanwhile: each of them is one of before
            answers = [ask("GET", "/api/v1/me").status for _ in range(MORE_THAN_CONNECTIONS)]
            # On a busy machine the first may not get a new connection in time.
            assert answers[1:] == [200] * (MORE_THAN_CONNECTIONS - 1)
            at_once(*[lambda: ask("GET", "/api/v1/me")] * MORE_THAN_CONNECTIONS)
            last = stack.enter_context(site.table(olga, seat.attempt))
            move = {"ply": 1, "move": last.hear()["view"]["legal"][0]}
            with hanging(url):
                begun = monotonic()
                assert last.ask(move)["code"] == "unavailable"
                assert monotonic() - begun < LONGEST_WAIT_S
                begun = monotonic()
                hung = at_once(*[lambda: ask("GET", "/api/v1/me")] * MORE_THAN_CONNECTIONS)
                assert monotonic() - begun < LONGEST_WAIT_S
                assert {each.status for each in hung} == {503}
            # Nothing was stored, and what had hung is in nobody's way.
            assert last.play(**move)["view"]["ply"] == 2
            assert {ask("GET", "/api/v1/me").status for _ in range(MORE_THAN_CONNECTIONS)} == {200}
