"""How much a client may send."""

import json

import pytest

from tests.clients.contests import contest

from .stored import row_counts

LARGEST = 256 * 1024


def _padded(body, size):
    """`body` as JSON of exactly `size` bytes."""
    bare = json.dumps(body | {"padding": ""})
    return json.dumps(body | {"padding": "x" * (size - len(bare))}).encode()


def test_a_body_of_256_kib_is_taken_and_one_byte_more_is_refused(anyone, owner, event, stranger):
    bodies = {
        "/guests": {"name": "Ann"},
        "/competitions": contest(),
        f"/competitions/{event['id']}/entries": {},
        f"/competitions/{event['id']}/rounds/1/logs": {"moves": []},
    }
    owner.join(event)
    for path, body in bodies.items():
        before = row_counts()
        for key in ({}, {"Idempotency_Key": "k"}):
            assert owner.post(path, _padded(body, LARGEST + 1), **key).outcome == (413, "too_large")
        assert row_counts() == before
        assert owner.post(path, _padded(body, LARGEST)).status in (200, 201)


@pytest.mark.parametrize("size", [LARGEST + 1, 5_000_000])
def test_a_large_body_is_too_large_whatever_is_in_it_and_whoever_sends_it(
    anyone, rival, event, size, unwritten
):
    for content in (b"[", b"\x00", b"\xff", b" "):
        assert rival.submit(event, None).status == 422
        for who in (anyone, rival):
            sent = who.post(f"/competitions/{event['id']}/rounds/1/logs", content * size)
            assert sent.outcome == (413, "too_large")


def test_a_million_moves_are_too_large_and_a_body_full_of_them_too_long(rival, event):
    before = row_counts()
    assert rival.submit(event, ["deal"] * 1_000_000).outcome == (413, "too_large")
    assert row_counts() == before
    sent = rival.submit(event, ["deal"] * 30_000)
    assert (sent.body["verdict"], sent.body["code"]) == ("rejected", "too_long")
    assert len(sent.raw) < 1000
