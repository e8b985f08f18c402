"""The page of practice knows what others ended these cards with, as far as a stranger may know."""

import pytest
from django.utils import timezone

from competitions.contests.challenge import challenge
from competitions.models import Round
from games import GAMES

from .playing import close, enter, play, play_sealed

pytestmark = pytest.mark.django_db

SEED = "these-very-cards-and-no-others"


def here(browser, seed=SEED, slug="wish", **rules):
    """What the page is told, as scores with how often they are there."""
    return dict(browser.get(f"/practice/{slug}/ends", {"seed": seed, **rules}).json()["ends"])


def test_all_challenges_with_them_are_counted_each_player_once(stranger, player):
    first = [move.text for move in GAMES["wish"].deal(SEED, {}).legal()][:1]
    for name, moves in (("Ada", first), ("Bea", [])):
        made, _ = challenge(game=GAMES["wish"], rules={}, seed=SEED, player=player(name), now=timezone.now())
        friend = player(f"{name}s friend")
        play(made, friend, [])
        play(made, friend, first)
        play(made, made.organiser, moves)
    assert here(stranger) == {30: 3, 32: 1}
    assert here(stranger, seed="other-cards") == {}


def test_a_sealed_round_tells_nothing_before_it_is_closed_for_everyone(stranger, contest, rival, player, sit):
    event = contest("wish", play="sealed")
    seed = Round.objects.get(competition=event).deal.seed
    play_sealed(event, rival, [])
    sit(event, player("Sue Slow"))
    assert here(stranger, seed) == {}
    close(event)
    assert here(stranger, seed) == {}, "somebody still plays"
    event.entries.get(player__name="Sue Slow").attempts.all().delete()
    assert here(stranger, seed) == {32: 1}


@pytest.mark.parametrize("settings", [{"access": "unlisted"}, {"access": "invite"}])
def test_what_is_not_public_stays_among_those_who_have_its_link(stranger, contest, rival, settings):
    event = contest("wish", seed=SEED, **settings)
    play(event, rival, [])
    close(event)
    assert here(stranger) == {}


def test_other_rules_are_another_deal(stranger, contest, rival):
    event = contest("pyramid", seed=SEED)
    play(event, rival, [])
    enter(event, rival)
    assert here(stranger, slug="pyramid") == {}, "it is open"
    close(event)
    assert here(stranger, slug="pyramid") == {28: 1}
    assert here(stranger, slug="pyramid", draw="three") == {}
