"""Cursors: opaque, for one viewer and one contest, and silent about what is hidden."""

import base64
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.clients.contests import moves_scoring

from .following import Follower, short, told


def cursor(client, event, **query):
    return client.get(f"/competitions/{event['id']}/events", **query).body["cursor"]


def test_pages_lead_on_to_the_next(owner, crowd):
    event = owner.create_for(*crowd([f"Player {n}" for n in range(4)]))
    pages = [owner.get(f"/competitions/{event['id']}/events", limit=2)]
    while pages[-1].body["next"] is not None:
        pages.append(owner.follow(pages[-1].body["next"]))
    assert [[each["seq"] for each in page.body["results"]] for page in pages] == [[1, 2], [3, 4], [5]]
    for page in pages:
        assert page.body["previous"] is None
        if page.body["next"] is not None:
            assert parse_qs(urlsplit(page.body["next"]).query)["after"] == [page.body["cursor"]]
    assert [short(each) for page in pages for each in page.body["results"]] == told(owner, event)


def test_an_empty_page_has_the_cursor_that_led_to_it(owner):
    event = owner.create()
    last = cursor(owner, event)
    page = owner.get(f"/competitions/{event['id']}/events", after=last)
    assert page.body == {"next": None, "previous": None, "results": [], "cursor": last}


@pytest.mark.extra
@pytest.mark.parametrize(
    "change", ["", "x", "a" * 54, "\u00e9", "AAAA", "cut", "flipped", "longer", "padded"]
)
def test_a_forged_cursor_is_refused(owner, change):
    event = owner.create()
    given = cursor(owner, event)
    raw = base64.urlsafe_b64decode(given + "==")
    forged = {
        "cut": given[:-8],
        "flipped": base64.urlsafe_b64encode(raw[:-1] + bytes([raw[-1] ^ 1])).decode().rstrip("="),
        "longer": given + "AAAA",
        "padded": given + "=",
    }.get(change, change)
    answer = owner.get(f"/competitions/{event['id']}/events", after=forged)
    assert answer.refused_for("after")


def test_a_cursor_is_for_one_viewer_and_one_contest(owner, rival, anyone):
    event, other = owner.create(), owner.create()
    given = cursor(owner, event)
    for client, at in ((rival, event), (anyone, event), (owner, other)):
        assert client.get(f"/competitions/{at['id']}/events", after=given).refused_for("after")
    given = cursor(anyone, event)
    assert owner.get(f"/competitions/{event['id']}/events", after=given).refused_for("after")


def test_a_cursor_is_for_tokens_of_the_same_rights(owner, rival):
    """Else what only the wider one may know would have been passed over."""
    event = owner.create_for(rival)
    owner.change(event, about="Well begun.")
    made = rival.post("/tokens", {"name": "narrow", "scopes": ["play"]}).body
    narrow = type(rival)(rival.send, made["token"], rival.player)
    assert told(narrow, event) == ["state running o", "joined Ray Rival"]
    given = cursor(narrow, event)
    assert rival.get(f"/competitions/{event['id']}/events", after=given).refused_for("after")


def test_nothing_that_a_viewer_reads_changes_by_what_is_hidden(owner, rival, stranger, clock):
    event = owner.create_for(rival, standings="final", attempts=None, closes_at=clock.after(hours=1))
    follower = Follower(stranger, event)
    follower.new()
    first = stranger.get(f"/competitions/{event['id']}/events").raw
    last = follower.page().raw
    for score in (25, 22):
        rival.submit(event, moves_scoring(score))
    assert stranger.get(f"/competitions/{event['id']}/events").raw == first
    assert follower.page().raw == last
