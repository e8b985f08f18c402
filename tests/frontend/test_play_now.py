"""Play now: cards that others have played, by one press."""

import re

import pytest
from django.utils import timezone

from competitions.ledger.event_rows import rows_between
from competitions.models import Ghost, Log, Player
from competitions.play.ghosts.follower import list_offered_deals

from .playing import close, first_move, play_sealed
from .reading import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(contest, rival):
    """A closed contest of Wish that the rival has played, and that is known to be played."""
    competition = contest("wish", play="sealed")
    play_sealed(competition, rival, [first_move(competition)])
    close(competition)
    competition.refresh_from_db()
    list_offered_deals(competition.pk, rows_between(competition.pk, 0, competition.events), timezone.now())
    return competition


@pytest.mark.parametrize(("page", "path"), [("/games", "/play/wish"), ("/games/wish", "/play/wish")])
def test_one_press_deals_a_stranger_cards_that_others_have_played(stranger, played, page, path):
    number = re.search(rf'action="{path}".*?name="number" value="(\w+)"', read(stranger, page))[1]
    to = f"/c/{played.pk}/rounds/1/ghost"
    for _ in range(2):  # the button was pressed twice
        assert stranger.post(path, {"number": number}).headers["Location"] == to
    [ghost] = Ghost.objects.all()
    assert ghost.player == Player.objects.get(pk=stranger.session["_auth_user_id"])
    assert "data-play" in read(stranger, to)
    assert stranger.post(path).headers["Location"] == "/practice/wish", "no other cards have been played"


def test_where_nobody_has_played_anything_one_practises_and_stays_a_stranger(stranger, mine, played):
    assert stranger.post("/play/well").headers["Location"] == "/practice/well"
    assert "_auth_user_id" not in stranger.session
    assert mine.post("/play").headers["Location"] == "/practice/three-by-three"


@pytest.mark.parametrize("path", ["/practice/wish?seed={seed}", "/results/{log}", "/c/{id}/rounds/1/tree"])
def test_whoever_has_seen_the_cards_on_a_page_is_not_dealt_them(desk, played, path):
    [round] = played.rounds_in_order
    log = Log.objects.get(round=round)
    assert desk.get(path.format(seed=round.deal.seed, log=log.pk, id=played.pk)).status_code == 200
    assert desk.post("/play/wish").headers["Location"] == "/practice/wish"


def test_a_link_to_the_press_leads_to_the_games(stranger):
    assert stranger.get("/play").headers["Location"] == "/games"
    assert stranger.get("/play/wish").headers["Location"] == "/games/wish"
    assert stranger.get("/play/poker").status_code == stranger.post("/play/poker").status_code == 404


def test_who_begins_without_a_name_has_one_and_is_asked_for_another(stranger, played):
    stranger.post("/play/wish")
    player = Player.objects.get(pk=stranger.session["_auth_user_id"])
    assert (player.name, player.unnamed) == ("Guest", True)
    assert "choose a name" in read(stranger, "/me")


def test_only_a_press_that_deals_at_once_joins_without_a_name(stranger, contest):
    path = f"/c/{contest().pk}/join"
    assert stranger.post(path, {"name": ""}).status_code == 422
    assert stranger.post(path, {"unnamed": "1"}).status_code == 302
    assert Player.objects.get(pk=stranger.session["_auth_user_id"]).unnamed
