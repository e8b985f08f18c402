"""Signs at results: simple ones, once nothing is hidden, and of nobody's address."""

import pytest
from django.test import Client as Browser

from competitions.models import Attempt, Origin, Player, Sign
from competitions.moderation import signs
from competitions.playing.deadlines import do_what_is_due
from competitions.sweeping import sweep_all
from tests.clients.contests import sealed
from tests.frontend.conftest import PAGES
from tests.jobs.work import do_all_due

pytestmark = pytest.mark.extra


@pytest.fixture
def played(owner, clock):
    """A sealed Wish in which each of some players has a score, one after the other; it stays open."""
    do_all_due()  # from now on there is a follower

    def played(scores, **settings):
        event = owner.create(**sealed("wish", closes_at=clock.after(days=1), **settings))
        for player, score in scores:
            player.join(event)
            begun = player.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
            clock.forward(minutes=2)
            player.post(f"/attempts/{begun['id']}/finish", {})
            Attempt.objects.filter(pk=begun["id"]).update(score=score)
            clock.forward(minutes=1)
        return event

    return played


def found():
    told = Sign.objects.order_by("pk").values_list("kind", "attempt__player__name", "other__player__name")
    return list(told)


def close(owner, event):
    owner.act(event, "close")
    do_all_due()


def test_a_second_guest_of_one_network_who_does_much_better(owner, rival, stranger, played, clock):
    event = played([(rival, 20), (stranger, 12)])
    do_all_due()
    assert found() == [], "the round is open"
    close(owner, event)
    assert found() == [("network", "Sam Stranger", "Ray Rival")]


@pytest.mark.parametrize("scores", [(20, 13), (12, 20), (20, 20)])
def test_of_others_there_is_none(owner, rival, stranger, played, scores):
    close(owner, played(list(zip((rival, stranger), scores, strict=True))))
    assert found() == []


@pytest.mark.extra
def test_nor_of_other_networks_or_of_a_whole_class(owner, rival, stranger, crowd, played, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(signs, "derived_key", lambda *of: str(Origin.objects.count()).encode())
        close(owner, played([(rival, 20), (stranger, 0)]))
    monkeypatch.setattr(signs, "MOST_GUESTS", 2)
    close(owner, played(list(zip(crowd(["Ann", "Bea", "Cid"]), (20, 20, 0), strict=True))))
    assert found() == []


def test_a_game_that_was_won_in_seconds(owner, rival, stranger, played):
    event = played([(rival, 20), (stranger, 20)])
    for player, ms in ((rival, 399 * 16), (stranger, 400 * 16)):
        of = Attempt.objects.filter(player=player.player["id"])
        of.update(won=True, finished=True, score=0, moves_made=16, elapsed_ms=ms)
    close(owner, event)
    assert found() == [("seconds", "Ray Rival", None)]


def test_while_a_competition_is_frozen_there_is_none(owner, rival, stranger, clock):
    do_all_due()
    rounds = [{"game": "wish", "closes_at": clock.after(hours=2)}, {"game": "wish"}]
    event = owner.create_for(
        rival, play="sealed", rounds=rounds, closes_at=clock.after(hours=4), freeze_at=clock.after(hours=1)
    )
    begun = rival.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    rival.post(f"/attempts/{begun['id']}/finish", {})
    of = Attempt.objects.filter(pk=begun["id"])
    of.update(won=True, finished=True, score=0, moves_made=16, elapsed_ms=100)
    clock.forward(hours=3)
    do_what_is_due(clock.now, since=None)
    do_all_due()
    assert found() == []
    clock.forward(hours=2)
    do_what_is_due(clock.now, since=None)
    do_all_due()
    assert found() == [("seconds", "Ray Rival", None)]


def test_an_origin_tells_nobodys_address_nor_the_same_network_elsewhere_and_goes(rival, played, clock):
    for _ in range(2):
        played([(rival, 20)])
    one, other = Origin.objects.values_list("network", flat=True)
    assert one != other
    assert "127.0.0.1" not in one
    clock.forward(days=8)
    sweep_all()
    assert not Origin.objects.exists()


def test_organisers_see_them_on_their_desk(owner, rival, stranger, played):
    event = played([(rival, 20), (stranger, 12)])
    close(owner, event)
    browser = Browser()
    browser.force_login(Player.objects.get(pk=owner.player["id"]), backend=PAGES)
    page = browser.get(f"/c/{event['id']}/desk").content.decode()
    assert "on the same network" in page
    assert "Worth a look" not in Browser().get(f"/c/{event['id']}").content.decode()
