"""Ratings are, after a ban, as if the player had never played; and after its end as they were."""

import pytest
from django.core.management import call_command
from django.utils import timezone
from elo_mmr_py import Contest, EloMmrConfig, rate_latest

from competitions.jobs.workers import RATINGS
from competitions.models import Player, RatingChange
from competitions.moderation.measures import ban, lift
from tests.jobs.work import do_all_due, do_all_ready
from tests.ratings.conftest import certified, played, player

__all__ = ["certified", "played", "player"]

ROUNDS = (
    {"Ann": 3, "Bea": 8, "Cheat": 0},
    {"Bea": 5, "Cheat": 0},
    {"Ann": 9, "Bea": 9, "Cheat": 1, "Dan": 12},
)


def told():
    """What each round did to its players' ratings."""
    return sorted(RatingChange.objects.values_list("player__name", "rank", "field", "rating"))


def without_the_cheat():
    """The same by the library alone: in the second round nobody else is left."""
    first = Contest([("Ann", 0, 0), ("Bea", 1, 1)], time_seconds=1)
    third = Contest([("Ann", 0, 1), ("Bea", 0, 1), ("Dan", 2, 2)], time_seconds=2)
    system = EloMmrConfig("mmr", weight_limit=0.05, sig_limit=40, split_ties=True)
    one, both = rate_latest([first], system), rate_latest([first, third], system)
    places = [
        ("Ann", 1, 2, one),
        ("Bea", 2, 2, one),
        ("Ann", 1, 3, both),
        ("Bea", 1, 3, both),
        ("Dan", 3, 3, both),
    ]
    return sorted((name, rank, field, rated[name].rating) for name, rank, field, rated in places)


@pytest.mark.extra
def test_they_are_as_if_the_banned_player_had_never_played(certified, player, staff, clock):
    for scores in ROUNDS:
        certified(scores)
        clock.forward(minutes=1)
    do_all_due()
    before = told()
    assert len(before) == 9
    ban(player=player("Cheat"), staff=staff, reason="A program played.", now=timezone.now())
    do_all_ready(RATINGS)
    assert told() == without_the_cheat(), "before their entries are counted"
    do_all_due()
    assert told() == without_the_cheat()
    call_command("rate", "--check")
    lift(player=Player.objects.get(name="Cheat"), staff=staff, reason="It was another.", now=timezone.now())
    do_all_ready(RATINGS)
    assert told() == before
    do_all_due()
    assert told() == before
    call_command("rate", "--check")
