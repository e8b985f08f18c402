"""Signs at results: simple ones, once nothing is hidden, and of nobody's address."""

import pytest
from django.test import Client as Browser

from competitions.expiry import sweep_all
from competitions.models import Attempt, Origin, Player, Round, Sign
from competitions.moderation import signs
from competitions.moderation.same_moves import TELLING
from competitions.play.deadlines import do_what_is_due
from tests.clients.contests import sealed
from tests.frontend.conftest import PAGES
from tests.jobs.work import do_all_due
from tests.moderation.games_alike import telling_moves
from tests.play.seats import sit_down

pytestmark = pytest.mark.extra


@pytest.fixture
def played(owner, clock):
    """A sealed contest in which each of some players has a score, one after the other; it stays open."""
    do_all_due()  # from now on there is a follower

    def played(scores, game="wish", **settings):
        event = owner.create(**sealed(game, closes_at=clock.after(days=1), **settings))
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


def test_a_second_player_of_one_network_who_does_much_better_as_the_organiser_sees(
    owner, rival, stranger, played
):
    event = played([(rival, 20), (stranger, 12)])
    do_all_due()
    assert found() == [], "the round is open"
    close(owner, event)
    assert found() == [("network", "Sam Stranger", "Ray Rival")]
    browser = Browser()
    browser.force_login(Player.objects.get(pk=owner.player["id"]), backend=PAGES)
    assert "on the same network" in browser.get(f"/c/{event['id']}/desk").content.decode()
    assert "Worth a look" not in Browser().get(f"/c/{event['id']}").content.decode()


def test_a_guest_who_leaves_the_game_running_and_looked_at_the_cards_for_an_account(
    owner, rival, stranger, played, clock
):
    Player.objects.filter(pk=stranger.player["id"]).update(account=True)
    event = owner.create(**sealed("wish", closes_at=clock.after(days=1)))
    sit_down(rival, event)
    clock.forward(minutes=1)
    seat = sit_down(stranger, event)
    seat.finish()
    Attempt.objects.filter(pk=seat.attempt["id"]).update(score=12)
    clock.forward(minutes=1)
    close(owner, event)
    assert found() == [("network", "Sam Stranger", "Ray Rival")]


@pytest.mark.parametrize(
    ("scores", "last_move_ms"), [((20, 12), 181_000), ((20, 13), 0), ((12, 20), 0), ((20, 20), 0)]
)
def test_of_others_there_is_none(owner, rival, stranger, played, scores, last_move_ms):
    """Nor of one whose last move came after the second began."""
    event = played(list(zip((rival, stranger), scores, strict=True)))
    if last_move_ms:
        Attempt.objects.filter(player=rival.player["id"]).update(elapsed_ms=last_move_ms)
    close(owner, event)
    assert found() == []


def test_nor_of_other_networks_or_of_a_whole_class(owner, rival, stranger, crowd, played, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(signs, "derived_key", lambda *of: str(Origin.objects.count()).encode())
        close(owner, played([(rival, 20), (stranger, 0)]))
    monkeypatch.setattr(signs, "MOST_PLAYERS", 2)
    close(owner, played(list(zip(crowd(["Ann", "Bea", "Cid"]), (20, 20, 0), strict=True))))
    assert found() == []


def test_a_game_that_was_won_in_seconds(owner, rival, stranger, played):
    event = played([(rival, 20), (stranger, 20)])
    for player, ms in ((rival, 399 * 16), (stranger, 400 * 16)):
        of = Attempt.objects.filter(player=player.player["id"])
        of.update(won=True, finished=True, score=0, moves_made=16, elapsed_ms=ms)
    close(owner, event)
    assert found() == [("seconds", "Ray Rival", None)]


@pytest.mark.parametrize(
    ("game", "score", "moves", "told"),
    [("wish", 16, 10, 1), ("wish", 16, 9, 0), ("wish", 17, 10, 0), ("winabit", -12, 10, 1)],
)
def test_a_good_score_in_many_moves_and_in_seconds(owner, rival, played, game, score, moves, told):
    event = played([(rival, score)], game)
    Attempt.objects.update(moves_made=moves, elapsed_ms=399 * moves)
    close(owner, event)
    assert found() == [("seconds", "Ray Rival", None)] * told


def test_two_games_that_agree_from_two_networks(owner, rival, stranger, clock):
    do_all_due()
    event = owner.create(**sealed("winabit", closes_at=clock.after(days=1)))
    moves = telling_moves(Round.objects.get(competition=event["id"]).deal.opening, TELLING)
    for player in (rival, stranger):
        seat = sit_down(player, event)
        clock.forward(minutes=5)
        assert seat.play(0, *moves).status == 200
        seat.finish()
    close(owner, event)
    assert found() == [("moves", "Sam Stranger", "Ray Rival")]


def test_each_round_is_looked_at_once(owner, rival, clock, monkeypatch):
    looked = []
    monkeypatch.setattr(signs, "same_moves", lambda opening, games: looked.append(opening.game.slug) or ())
    do_all_due()
    rounds = [
        {"game": game, "closes_at": clock.after(hours=hours)}
        for hours, game in enumerate(("wish", "pyramid"), start=1)
    ]
    owner.create(play="sealed", rounds=rounds, closes_at=clock.after(hours=2))
    for _ in range(3):
        clock.forward(hours=1)
        do_what_is_due(clock.now, since=None)
        do_all_due()
    assert looked == ["wish", "pyramid"]


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
