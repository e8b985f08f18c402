"""What is known of others who played the cards of a practice game, as far as a stranger may know."""

import pytest
from django.utils import timezone

from competitions.contests.challenge import challenge
from competitions.models import Round
from competitions.standings.same_deal import ends_of_cards
from games import GAMES

from .playing import close, enter, play, play_sealed, start

pytestmark = pytest.mark.django_db

SEED = "these-very-cards-and-no-others"


def here(seed=SEED, slug="wish", **rules):
    """The scores with how often they are there."""
    game = GAMES[slug]
    return ends_of_cards(game=game, rules=game.settle_rules(rules), seed=seed, now=timezone.now())


def test_all_challenges_with_them_are_counted_each_player_once(player):
    first = [move.text for move in GAMES["wish"].deal(SEED, {}).legal()][:1]
    for name, moves in (("Ada", first), ("Bea", [])):
        made, _ = challenge(game=GAMES["wish"], rules={}, seed=SEED, player=player(name), now=timezone.now())
        friend = player(f"{name}s friend")
        play(made, friend, [])
        play(made, friend, first)
        play(made, made.organiser, moves)
    assert here() == {30: 3, 32: 1}
    assert here(seed="other-cards") == {}


def test_a_sealed_round_tells_nothing_before_it_is_closed_for_everyone(contest, rival, player):
    event = contest("wish", play="sealed")
    seed = Round.objects.get(competition=event).deal.seed
    play_sealed(event, rival, [])
    start(event, player("Sue Slow"))
    assert here(seed) == {}
    close(event)
    assert here(seed) == {}, "somebody still plays"
    event.entries.get(player__name="Sue Slow").attempts.all().delete()
    assert here(seed) == {32: 1}


@pytest.mark.parametrize("settings", [{"access": "unlisted"}, {"access": "invite"}])
def test_what_is_not_public_stays_among_those_who_have_its_link(contest, rival, settings):
    event = contest("wish", seed=SEED, **settings)
    play(event, rival, [])
    close(event)
    assert here() == {}


def test_other_rules_are_another_deal(contest, rival):
    event = contest("pyramid", seed=SEED)
    play(event, rival, [])
    enter(event, rival)
    assert here(slug="pyramid") == {}, "it is open"
    close(event)
    assert here(slug="pyramid") == {28: 1}
    assert here(slug="pyramid", draw="three") == {}
