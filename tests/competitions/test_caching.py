"""What caches may keep of the API: the games for a while, and nothing else."""

import re

import pytest
from django.urls import URLPattern

from competitions.api.urls import urlpatterns
from tests.clients.rest import Client

FILLED = {"public_id": "2" * 16, "round_number": "1", "slug": "wish"}
PATHS = sorted(
    "/" + re.sub(r"<(\w+):\w+>", lambda part: FILLED[part[1]], str(pattern.pattern))
    for pattern in urlpatterns
    if isinstance(pattern, URLPattern)
)


def kept(answer):
    assert {"Authorization", "Cookie"} <= set(re.split(", *", answer.headers["vary"]))
    return answer.headers["cache-control"]


@pytest.mark.parametrize("path", PATHS)
def test_caches_keep_nothing_but_the_games_and_the_schema(owner, anyone, path):
    for viewer in (owner, anyone):
        for method in ("GET", "POST", "DELETE"):
            answer = viewer.request(method, path)
            public = path.startswith(("/games", "/schema")) and answer.status == 200
            assert kept(answer) == ("public, max-age=300" if public else "private, no-store")


def test_caches_keep_nothing_that_depends_on_the_viewer(owner, rival, clock):
    event = owner.create()
    rival.join(event)
    log = rival.submit(event, []).body["id"]
    path = f"/competitions/{event['id']}"
    for read in ("/competitions", path, f"{path}/standings", f"{path}/audit", f"/logs/{log}", "/me"):
        answer = rival.get(read)
        assert (answer.status, kept(answer)) == (200, "private, no-store")
    status, headers, _ = rival.send("GET", f"/api/v1{path}/logs.ndjson", b"", {})
    assert (status, headers["cache-control"]) == (200, "private, no-store")


def test_caches_keep_no_refusal(anyone):
    forged = Client(anyone.send, "nonsense")
    assert kept(forged.get("/games")) == "private, no-store"
    assert kept(anyone.get("/games/golf")) == "private, no-store"
