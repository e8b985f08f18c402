"""Ratings are, after a ban, as if the player had never played; and after its end as they were."""

from django.core.management import call_command
from django.utils import timezone

from competitions.models import Player, RatingChange
from competitions.moderation.measures import ban, lift
from competitions.rating.ladder import Ladder
from tests.jobs.work import do_all_due
from tests.rating.conftest import certified, nothing_remembered, played, player

__all__ = ["certified", "nothing_remembered", "played", "player"]

ROUNDS = (
    {"Ann": 3, "Bea": 8, "Cheat": 0},
    {"Bea": 5, "Cheat": 0},
    {"Ann": 9, "Bea": 9, "Cheat": 1, "Dan": 12},
)


def told():
    """What each round did to its players' ratings."""
    return sorted(RatingChange.objects.values_list("player__name", "rank", "field", "rating"))


def without(name):
    """The same by hand: rounds in which two are left, on a ladder of their own."""
    ladder, expected = Ladder(), []
    for scores in ROUNDS:
        left = {who: score for who, score in scores.items() if who != name}
        if len(left) > 1:
            ranks = {who: 1 + sum(other < score for other in left.values()) for who, score in left.items()}
            after = ladder.rate(ranks, timezone.now())
            expected += [(who, ranks[who], len(left), after[who].rating) for who in left]
    return sorted(expected)


def test_they_are_as_if_the_banned_player_had_never_played(certified, player, staff, clock):
    for scores in ROUNDS:
        certified(scores)
        clock.forward(minutes=1)
    do_all_due()
    before = told()
    assert len(before) == 9
    ban(player=player("Cheat"), staff=staff, reason="A program played.", now=timezone.now())
    do_all_due()
    assert told() == without("Cheat")
    call_command("rate", "--check")
    lift(player=Player.objects.get(name="Cheat"), staff=staff, reason="It was another.", now=timezone.now())
    do_all_due()
    assert told() == before
    call_command("rate", "--check")
