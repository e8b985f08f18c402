"""All who watch are sent what a GET gives them, and what their page showed when it was opened."""

import json

import pytest
from django.test import Client as Browser

from competitions.models import Player
from competitions.realtime.feed_queries import read_feed
from tests.clients.contests import golden_round, moves_scoring
from tests.frontend.props import props_in

UNSENT = ("rounds", "tie_break", "decided_by")
"""What a row of a GET has, and one of the feed does not."""


def head(rows):
    return [{name: value for name, value in row.items() if name not in UNSENT} for row in rows]


def told(event):
    """What sockets are sent now, once it is sure that streams are sent the same."""
    message = read_feed(event["id"], -1).standings
    assert message.event.decode() == f"id: {message.version}\ndata: {message.text}\n\n"
    return json.loads(message.text)


@pytest.fixture
def watched(owner, rival, crowd, clock):
    """Makes a contest of two rounds, of which the first has closed, with three who have played and Eve, who
    has joined; frozen since a quarter of an hour ago, or before."""

    def watched(frozen, **settings):
        event = owner.create(
            rounds=[golden_round(closes_at=clock.after(hours=1)), golden_round(n=1)],
            freeze_at=clock.after(hours=2),
            closes_at=clock.after(hours=3),
            **settings,
        )
        invited = {"invite": event["invite"]} if "invite" in event else {}
        [ann, bea, eve] = crowd(["Ann", "Bea", "Eve"])
        for player in (rival, ann, bea, eve):
            clock.forward(seconds=1)
            assert player.join(event, **invited).status == 201
        rival.submit(event, moves_scoring(20))
        ann.submit(event, moves_scoring(15))
        ann.submit(event, moves_scoring(20, n=1), round=2)
        clock.forward(hours=1, minutes=30)
        if frozen:
            clock.forward(minutes=45)
        bea.submit(event, moves_scoring(20, n=1), round=2)
        return event, eve

    return watched


def settings():
    """Each access with each setting of `standings`, before a freeze and in it; by default each of them twice,
    once before and once in it."""
    for a, access in enumerate(("public", "unlisted", "invite")):
        for s, standings in enumerate(("live", "own", "final")):
            for frozen in (False, True):
                marks = pytest.mark.extra if (a + s) % 3 != frozen else ()
                yield pytest.param(access, standings, frozen, marks=marks)


@pytest.mark.extra
@pytest.mark.parametrize(("access", "standings", "frozen"), list(settings()))
def test_watchers_are_told_what_a_get_gives_them(access, standings, frozen, watched, owner, rival, clock):
    event, eve = watched(frozen, access=access, standings=standings)
    feed = told(event)
    leader = {"live": (1, 35), "own": (1, 15), "final": (1, 15)}[standings]
    assert (feed["results"][0]["rank"], feed["results"][0]["total"]) == leader, "somebody leads"
    assert feed["frozen"] is frozen
    # Under `own`, a player who has finished knows more than others who watch.
    for viewer in (owner, eve) if standings == "own" else (owner, eve, rival):
        sheet = viewer.standings(event)
        assert (sheet["version"], sheet["total"], sheet["frozen"]) == (
            feed["version"],
            feed["total"],
            feed["frozen"],
        )
        assert head(sheet["results"]) == feed["results"]
        for page, island in (("", "live-scoreboard"), ("/room", "room-start")):
            start = first_reading(event, page, island, viewer.player["id"])
            assert start["version"] == feed["version"]
            assert head(start["rows"]) == feed["results"]
    # A frame shows it to everyone with the link, so only where that is enough.
    frame = first_reading(event, "/embed", "live-scoreboard")
    if access == "invite":
        assert frame is None
    else:
        assert head(frame["rows"]) == feed["results"]


def first_reading(event, page, island, player=None):
    browser = Browser()
    if player is not None:
        browser.force_login(Player.objects.get(pk=player), "django.contrib.auth.backends.ModelBackend")
    answer = browser.get(f"/c/{event['id']}{page}")
    assert answer.status_code == 200
    return props_in(answer.content.decode(), island)
