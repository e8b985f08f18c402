"""A long answer comes compressed to a client that asks for it, unless a secret could be in it."""

import gzip
import json

import pytest

from competitions.web.compression import LEAST
from tests.clients.contests import moves_scoring

ASKING = "gzip, deflate, br"
FILES = ("standings", "standings.csv", "logs.ndjson", "events")


def asked(client, path, method="GET", **headers):
    """Status, header fields and body, as they come."""
    named = {"Accept-Encoding": ASKING} | {name.replace("_", "-"): text for name, text in headers.items()}
    if client.token:
        named["Authorization"] = f"Bearer {client.token}"
    return client.send(method, f"/api/v1{path}", b"", named)


@pytest.fixture
def event(owner, rival, crowd):
    event = owner.create(attempts=None, about="A" * 1_900)
    for player in (rival, *crowd([f"Guest {n}" for n in range(20, 36)])):
        player.join(event)
        assert player.submit(event, moves_scoring(20)).status == 201
    for score in (21, 22, 25):
        assert rival.submit(event, moves_scoring(score)).status == 201
    return event


@pytest.mark.extra
def test_a_long_answer_is_compressed_on_request_and_is_the_same_then(rival, event):
    """A tag stands for both forms, and is weak."""
    files = (f"/competitions/{event['id']}/{file}" for file in FILES)
    games = ("/games", "/games/wish", "/games/wish/lessons")
    for path in ("/schema", "/asyncapi", "/competitions", *games, *files):
        status, plain, whole = asked(rival, path, Accept_Encoding="identity")
        assert (status, plain.get("content-encoding")) == (200, None), path
        assert len(whole) >= LEAST, path
        status, packed, short = asked(rival, path)
        assert (status, packed["content-encoding"]) == (200, "gzip"), path
        assert gzip.decompress(short) == whole, path
        assert len(short) < len(whole) * 0.6, path
        assert packed.get("content-length") in (None, str(len(short)))
        tag = plain["etag"]
        assert packed["etag"] == tag, path
        assert tag.startswith('W/"'), path
        status, head, _ = asked(rival, path, "HEAD")
        assert (status, head["etag"], head["vary"]) == (200, tag, packed["vary"]), path
        assert packed.get("content-length") in (None, head.get("content-length")), path
        for coding in ("identity", "gzip"):
            status, spared, body = asked(rival, path, Accept_Encoding=coding, If_None_Match=tag)
            assert (status, body, spared["etag"]) == (304, b"", tag), path
            assert "content-encoding" not in spared
            assert "Accept-Encoding" in spared["vary"]
        for answer in (plain, packed):
            assert "Accept-Encoding" in answer["vary"], path


def test_who_asks_gets_it_compressed_in_whatever_words_and_nobody_else(rival):
    for said in ("", "br", "identity", "gzip;q=0", "gzip; q=0.0, br", "xgzipx"):
        _, headers, body = asked(rival, "/games", Accept_Encoding=said)
        assert ("content-encoding" in headers, body[:1]) == (False, b"{")
    for said in ("gzip", "GZIP;q=0.5", "br, gzip;q=1.0", "gzip;q=0.1, identity"):
        assert asked(rival, "/games", Accept_Encoding=said.lower())[1]["content-encoding"] == "gzip"


@pytest.mark.extra
def test_what_has_a_secret_or_is_short_is_not_compressed(owner, rival):
    event = owner.create_for(rival, about="A" * 1_900)
    invited = owner.create(access="invite", about="A" * 1_900)
    draft = owner.create(draft=True, about="A" * 1_900)
    hooks = f"/competitions/{invited['id']}/webhooks"
    for n in range(5):
        owner.post(hooks, {"url": f"https://hooks.example/{n}/{'x' * 400}"})
        owner.post("/tokens", {"name": f"{n}" * 80, "scopes": ["read"]})
    attempt = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
    for path in (
        *(f"/competitions/{made['id']}" for made in (invited, draft, event)),
        *(hooks, "/tokens", "/competitions?mine=1", f"/competitions/{invited['id']}/settings"),
    ):
        status, headers, body = asked(owner, path)
        assert (status, headers.get("content-encoding")) == (200, None), path
        assert len(body) >= LEAST, path
    for client, path in ((rival, f"/attempts/{attempt}"), (rival, "/me"), (owner, "/keys")):
        assert "content-encoding" not in asked(client, path)[1], path
    assert "content-encoding" not in asked(rival, f"/competitions/{event['id']}/stream")[1]


def test_no_page_is_compressed(db, client):
    for path in ("/", "/new", "/games", "/games/wish", "/verify", "/api/v1/docs"):
        page = client.get(path, headers={"Accept-Encoding": ASKING})
        assert page.status_code == 200
        assert "Content-Encoding" not in page


def test_a_replay_is_compressed_too(anyone):
    log = {"game": "wish", "seed": "x", "moves": [], "steps": True, "help": True}
    whole = anyone.post("/replays", log).raw
    assert len(whole) >= LEAST
    headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
    packed = anyone.send("POST", "/api/v1/replays", json.dumps(log).encode(), headers)
    assert gzip.decompress(packed[2]) == whole
