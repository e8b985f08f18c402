"""What caches may keep of the API: the games, the schema and the public keys for a while. The viewer's own
browser may keep what holds no secret and no card, and asks each time whether it still holds."""

import re

import pytest
from django.urls import URLPattern

from competitions.api.urls import urlpatterns
from tests.clients.rest import Client

FILLED = {"public_id": "2" * 16, "round_number": "1", "slug": "wish", "who": "2" * 16}
PATHS = sorted(
    "/" + re.sub(r"<(\w+):\w+>", lambda part: FILLED[part[1]], str(pattern.pattern))
    for pattern in urlpatterns
    if isinstance(pattern, URLPattern)
)


def kept(answer):
    assert {"Authorization", "Cookie"} <= set(re.split(", *", answer.headers["vary"]))
    return answer.headers["cache-control"]


PUBLIC, CHECKED, NOWHERE = "public, max-age=300", "private, no-cache", "private, no-store"


@pytest.mark.extra
def test_caches_keep_nothing_but_games_schema_and_public_keys(owner, anyone):
    for path in PATHS:
        shared = path.startswith(("/games", "/schema", "/asyncapi", "/keys"))
        for viewer in (owner, anyone):
            answer = viewer.get(path)
            if answer.status == 200:
                assert kept(answer) in ([PUBLIC] if shared else [CHECKED, NOWHERE]), path
            else:
                assert kept(answer) == NOWHERE, path
        for method in ("POST", "DELETE"):
            answer = owner.request(method, path)
            if answer.status != 200:
                assert kept(answer) == NOWHERE, (method, path)


def test_what_holds_a_card_or_a_secret_is_kept_nowhere(owner, rival, clock):
    event = owner.create_for(rival, access="invite")
    path = f"/competitions/{event['id']}"
    log = rival.submit(event, []).body["id"]
    attempt = rival.standings(event)["results"][0]["newest"]
    for read in (f"/attempts/{attempt}", f"/logs/{log}", f"{path}/audit"):
        answer = rival.get(read)
        assert (answer.status, kept(answer)) == (200, NOWHERE)
    for read in (path, "/competitions?mine=1"):
        mine, theirs = owner.get(read), rival.get(read)
        assert "invite" in str(mine.body)
        assert 'invite":' not in theirs.raw.decode()
        assert (kept(mine), kept(theirs)) == (NOWHERE, CHECKED)
    status, headers, _ = rival.send(
        "GET", f"/api/v1{path}/logs.ndjson", b"", {"Authorization": f"Bearer {rival.token}"}
    )
    assert (status, headers["cache-control"]) == (200, NOWHERE)


def test_a_browser_may_keep_what_it_asks_for_again(owner, rival):
    event = owner.create_for(rival)
    path = f"/competitions/{event['id']}"
    for read in ("/competitions", path, f"{path}/standings", "/me"):
        answer = rival.get(read)
        assert (answer.status, kept(answer)) == (200, CHECKED)


def test_caches_keep_no_refusal(anyone):
    forged = Client(anyone.send, "nonsense")
    assert kept(forged.get("/games")) == "private, no-store"
    assert kept(anyone.get("/games/golf")) == "private, no-store"
