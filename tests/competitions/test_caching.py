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
    token = {"Authorization": f"Bearer {rival.token}"}
    status, headers, _ = rival.send("GET", f"/api/v1{path}/logs.ndjson", b"", token)
    assert (status, headers["cache-control"]) == (200, NOWHERE)


def test_a_browser_may_keep_what_it_asks_for_again_and_no_refusal(anyone, rival, event):
    path = f"/competitions/{event['id']}"
    for read in ("/competitions", path, f"{path}/standings", "/me"):
        answer = rival.get(read)
        assert (answer.status, kept(answer)) == (200, CHECKED)
    for refused in (Client(anyone.send, "nonsense").get("/games"), anyone.get("/games/golf")):
        assert kept(refused) == NOWHERE
