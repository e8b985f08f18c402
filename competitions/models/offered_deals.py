"""Lists of deals that were played: deals that anybody may play again (each such game is a ghost), deals that
a player has seen, and deals that the site's bots have played."""

import secrets
from enum import IntEnum
from typing import Final

from django.db import models
from django.db.models import Case, F, Q, Value, When

from .competitions import Competition, Round
from .players import Player

ENOUGH: Final = 20
"""A deal with results of at least this many players is dealt before deals with fewer."""

SPOTS: Final = 1 << 31
"""`OfferedDeal.spot` is a random whole number below this one."""


def random_spot() -> int:
    return secrets.randbelow(SPOTS)


class Turnout(IntEnum):
    """Who played a deal. A deal with a lower value is dealt before one with a higher value."""

    PEOPLE = 0
    """At least `ENOUGH` people."""
    WITH_BOTS = 1
    """At least `ENOUGH` players, of whom fewer than `ENOUGH` are people."""
    FEW = 2
    """Fewer than `ENOUGH` players."""


class OfferedDeal(models.Model):
    """A closed round that anybody may play again (as a ghost), and how many players have a result in it."""

    round = models.OneToOneField(
        Round, on_delete=models.CASCADE, primary_key=True, related_name="offered_deal"
    )
    game_slug = models.CharField(max_length=32)
    people = models.PositiveIntegerField()
    """How many people have a result."""
    field = models.PositiveIntegerField()
    """How many players have a result, declared bots included."""
    turnout = models.GeneratedField(
        expression=Case(
            When(people__gte=ENOUGH, then=Value(Turnout.PEOPLE.value)),
            When(field__gte=ENOUGH, then=Value(Turnout.WITH_BOTS.value)),
            default=Value(Turnout.FEW.value),
        ),
        output_field=models.PositiveSmallIntegerField(),
        db_persist=True,
    )
    spot = models.PositiveIntegerField()
    """The deal's random place in the order of searching. Each search starts at a random place, too. From a
    fixed place, a search would first meet the deals that the player already knows."""

    class Meta:
        indexes = (
            models.Index(fields=("game_slug", "turnout", "spot"), name="offered_deal_of_game"),
            models.Index(fields=("turnout", "spot"), name="offered_deal_of_any_game"),
        )
        constraints = (
            models.CheckConstraint(condition=Q(field__gte=1), name="offered_deal_was_played"),
            models.CheckConstraint(condition=Q(people__lte=F("field")), name="offered_deal_people_in_field"),
        )

    def __str__(self) -> str:
        return f"offered deal {self.round_id}"

    @property
    def bots(self) -> int:
        return self.field - self.people


class SeenDeal(models.Model):
    """A closed round that a player has not played, but whose cards the player has seen: in another player's
    game, in a ghost (a closed round played again) or in practice."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seen_deals", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seen_deals")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("player", "round"), name="seen_deal_once"),)

    def __str__(self) -> str:
        return f"deal {self.round_id} as seen by {self.player_id}"


class BotDeal(models.Model):
    """A deal that the site's own bots have played, so that a new site has results to compare with."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, primary_key=True, related_name="bot_deal"
    )
    game_slug = models.CharField(max_length=32)
    number = models.PositiveSmallIntegerField()
    """The number of the deal among the deals of the game: 1 for the first."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game_slug", "number"), name="bot_deal_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="bot_deal_number_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.game_slug} deal {self.number} of the bots"
