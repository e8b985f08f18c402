"""How much a client may send, and how often."""

import json

import pytest
from django.conf import settings
from redis.exceptions import RedisError

LARGEST = 256 * 1024


def _padded(body, size):
    """`body` as JSON of exactly `size` bytes."""
    bare = json.dumps(body | {"padding": ""})
    return json.dumps(body | {"padding": "x" * (size - len(bare))}).encode()


@pytest.fixture
def event(owner, rival):
    event = owner.create(attempts=None)
    rival.join(event)
    return event


def test_a_body_of_256_kib_is_taken_and_one_byte_more_is_refused(kit, anyone, owner, event, stranger):
    bodies = {
        "/guests": {"name": "Ann"},
        "/competitions": kit.contest(),
        f"/competitions/{event['id']}/entries": {},
        f"/competitions/{event['id']}/rounds/1/logs": {"moves": []},
    }
    owner.join(event)
    for path, body in bodies.items():
        before = kit.rows()
        for key in ({}, {"Idempotency_Key": "k"}):
            assert owner.post(path, _padded(body, LARGEST + 1), **key).outcome == (413, "too_large")
        assert kit.rows() == before
        assert owner.post(path, _padded(body, LARGEST)).status in (200, 201)


@pytest.mark.parametrize("size", [LARGEST + 1, 5_000_000])
def test_a_large_body_is_too_large_whatever_is_in_it(kit, rival, event, size):
    before = kit.rows()
    for content in (b"[", b"\x00", b"\xff", b" "):
        assert rival.submit(event, None).status == 422
        path = f"/competitions/{event['id']}/rounds/1/logs"
        assert rival.post(path, content * size).outcome == (413, "too_large")
    assert kit.rows() == before


def test_a_million_moves_are_too_large_and_a_body_full_of_them_too_long(kit, rival, event):
    before = kit.rows()
    assert rival.submit(event, ["deal"] * 1_000_000).outcome == (413, "too_large")
    assert kit.rows() == before
    sent = rival.submit(event, ["deal"] * 30_000)
    assert (sent.body["verdict"], sent.body["code"]) == ("rejected", "too_long")
    assert len(sent.raw) < 1000


def test_a_large_body_is_refused_before_anyone_asks_who_sends_it(anyone, event):
    path = f"/competitions/{event['id']}/rounds/1/logs"
    assert anyone.post(path, b"[" * 5_000_000).outcome == (413, "too_large")


def test_sixty_guests_a_minute_from_one_address_always_pass(anyone):
    for n in range(60):
        assert anyone.post("/guests", {"name": f"Pupil {n}"}).status == 201


def test_a_flood_from_one_address_is_told_when_to_come_again(kit, anyone):
    statuses = [anyone.post("/guests", {"name": 7}).status for _ in range(_allowed("guests"))]
    assert set(statuses) == {422}
    before = kit.rows()
    assert anyone.post("/guests", {"name": "Late Lisa"}).outcome == (429, "rate_limited")
    assert kit.rows() == before


def test_a_forwarded_address_is_believed_of_nobody(anyone):
    for n in range(_allowed("guests")):
        anyone.post("/guests", {"name": 7}, X_Forwarded_For=f"10.0.{n // 250}.{n % 250}")
    refused = anyone.post(
        "/guests", {"name": "Late Lisa"}, X_Forwarded_For="10.1.1.1", Forwarded="for=10.1.1.1"
    )
    assert refused.outcome == (429, "rate_limited")


def test_a_flood_of_one_player_stops_that_player_alone(rival, stranger, event, monkeypatch):
    stranger.join(event)
    monkeypatch.setattr("competitions.http.throttling.WriteThrottle.THROTTLE_RATES", {"logs": "5/min"})
    for _ in range(5):
        assert rival.submit(event, 7).status == 422
    assert rival.submit(event, []).outcome == (429, "rate_limited")
    assert stranger.submit(event, []).status == 201
    assert rival.get("/me").status == 200, "reading is free"


def test_writes_go_on_while_the_counts_cannot_be_reached(rival, event, monkeypatch):
    def gone(*args, **kwargs):
        raise RedisError("no server")

    monkeypatch.setattr("competitions.http.throttling.WriteThrottle.cache.get", gone, raising=False)
    assert rival.submit(event, []).status == 201


def _allowed(scope):
    number, _, period = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"][scope].partition("/")
    assert period == "min"
    return int(number)
