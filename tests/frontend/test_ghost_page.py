"""The page on which a closed round is played again, for oneself."""

import re

import pytest
from django.test import Client

from competitions.models import Ghost, Log, Player
from competitions.play.ghosts.ghost_dealer import finish, play_moves
from tests.clients.contests import golden_round, moves_scoring
from tests.competitions.conftest import anyone, clock, crowd, owner, rival

from .props import props_in
from .reading import says

__all__ = ["anyone", "clock", "crowd", "owner", "rival"]


@pytest.fixture
def event(owner, crowd, clock):
    """Closed: Ann had 15 after a minute, Bea 25 after two."""
    event = owner.create(rounds=[golden_round(n=3)], attempts=1)
    for player, score in zip(crowd(["Ann", "Bea"]), (15, 25), strict=True):
        clock.forward(minutes=1)
        player.join(event)
        assert player.submit(event, moves_scoring(score, n=3)).status == 201
    owner.act(event, "close")
    clock.forward(seconds=1)
    return event


def test_a_stranger_plays_it_again_and_reads_where_they_would_have_come(client, event, clock):
    path = f"/c/{event['id']}/rounds/1/ghost"
    log = Log.objects.first().pk
    for page in (f"/c/{event['id']}", path.removesuffix("/ghost"), f"/results/{log}"):
        assert f'href="{path}">Play against these standings' in client.get(page).content.decode()
    said = client.get(path).content.decode()
    number = re.search(r'name="number" value="(\w+)"', said)[1]
    assert client.post(path, {"number": number}).headers["Location"] == path
    ghost = Ghost.objects.get()
    assert ghost.player == Player.objects.get(pk=client.session["_auth_user_id"])

    start = props_in(client.get(path).content.decode(), "play-start")
    assert (start["attempt"], start["may_take_back"]) == (ghost.pk, False)
    came = [(row["at_ms"], row["player"]["name"], row["score"]) for row in start["then"]["results"]]
    assert came == [(60_000, "Ann", 15), (120_000, "Bea", 25)]
    assert start["then"]["stands"] == "end"

    play_moves(attempt_id=ghost.pk, ply=0, moves=moves_scoring(20, n=3), now=clock.now)
    finish(attempt_id=ghost.pk, now=clock.now)
    said = client.get(path).content.decode()
    assert "Score <strong>20</strong>" in said
    says(said, "You would have finished <strong>2nd of 3</strong>", lacks=["data-play"])


def test_a_ghost_that_goes_while_its_page_is_made_is_not_found(client, event, monkeypatch):
    path = f"/c/{event['id']}/rounds/1/ghost"
    number = re.search(r'name="number" value="(\w+)"', client.get(path).content.decode())[1]
    client.post(path, {"number": number})
    read = Ghost.read

    def gone(ghost_id):
        Ghost.objects.all().delete()
        return read(ghost_id)

    monkeypatch.setattr(Ghost, "read", gone)
    assert client.get(path).status_code == 404


def test_nothing_leads_to_it_before_the_close(client, owner, clock):
    running = owner.create(rounds=[golden_round(n=3)], attempts=1)
    owner.join(running)
    log = owner.submit(running, moves_scoring(15, n=3)).body["id"]
    for page in (f"/c/{running['id']}", f"/c/{running['id']}/rounds/1", f"/results/{log}"):
        assert "/ghost" not in client.get(page).content.decode()


def test_there_is_no_such_page_before_the_close_nor_for_who_may_not_see_the_standings(owner, rival, clock):
    page = Client()
    running = owner.create()
    private = owner.create(access="invite")
    owner.act(private, "close")
    off = owner.create()
    owner.act(off, "cancel")
    clock.forward(seconds=1)
    for event in (running, private, off):
        path = f"/c/{event['id']}/rounds/1/ghost"
        assert page.get(path).status_code == page.post(path).status_code == 404
    assert Ghost.objects.count() == 0
    assert Player.objects.count() == 2
