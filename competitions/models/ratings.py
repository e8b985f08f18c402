"""Ratings of players at each game, and every change of a rating."""

from typing import Final

from django.db import models
from django.db.models import Q

from .competitions import Round
from .players import Player

NEWCOMERS_HAVE: Final = 1500
"""The rating of a player who has no rated round yet."""

PROVISIONAL_BELOW: Final = 10
"""A rating from fewer rounds than this is provisional."""


class RatedRound(models.Model):
    """A round that counts for the ratings. Rounds count in the order in which their competitions were
    certified."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="rated")
    game_slug = models.CharField(max_length=32)
    certified_at = models.DateTimeField()
    due = models.BooleanField(default=True)
    """Whether the round must still be rated: for the first time, or again because an earlier round changed.
    """
    version = models.PositiveIntegerField(default=1)
    """How many times the round was made due. A rating computed for an earlier version is discarded."""
    difficulty = models.JSONField(null=True, blank=True)
    """How hard the round's deal was; null if unknown. `players` is the number of players whose results were
    used. `expected` is a list of pairs, the lowest rating first: a rating, and the score to expect from a
    player with that rating."""

    class Meta:
        indexes = (
            models.Index(fields=("game_slug", "certified_at", "round"), name="rated_round_in_order"),
            models.Index(fields=("game_slug",), condition=Q(due=True), name="rated_round_due"),
        )

    def __str__(self) -> str:
        return f"rated round {self.round_id}"


class RatingChange(models.Model):
    """The change of a player's rating by one round."""

    rated_round = models.ForeignKey(
        RatedRound, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="rating_changes", db_index=False
    )
    game_slug = models.CharField(max_length=32)
    certified_at = models.DateTimeField()
    """When the competition was certified. The time is copied here so that an index has a player's changes in
    order."""
    rank = models.PositiveIntegerField()
    """The player's place among the results of the round that count for ratings. Equal results share a place.
    """
    field = models.PositiveIntegerField()
    """How many results of the round count for ratings."""
    rating = models.SmallIntegerField()
    """The player's rating after the round."""
    deviation = models.PositiveSmallIntegerField()
    change = models.SmallIntegerField()
    """How many points the rating has risen; negative if it fell."""
    rounds = models.PositiveIntegerField()
    """How many of the player's rounds have been rated, including this one."""

    class Meta:
        indexes = (
            models.Index(
                fields=("player", "game_slug", "certified_at", "rated_round"), name="rating_change_of_player"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("rated_round", "player"), name="rating_change_once_a_round"),
        )

    def __str__(self) -> str:
        return f"{self.change:+} for {self.player_id}"


class Rating(models.Model):
    """A player's present rating at one game."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game_slug = models.CharField(max_length=32)
    rating = models.SmallIntegerField()
    deviation = models.PositiveSmallIntegerField()
    rounds = models.PositiveIntegerField()
    rated_at = models.DateTimeField()
    """When the competition of the last rated round was certified."""

    class Meta:
        indexes = (
            models.Index(
                fields=("game_slug", "-rating", "player"),
                condition=Q(rounds__gte=PROVISIONAL_BELOW),
                name="rating_in_order",
            ),
        )
        constraints = (models.UniqueConstraint(fields=("player", "game_slug"), name="rating_once_a_game"),)

    def __str__(self) -> str:
        return f"{self.game_slug} of {self.player_id}"

    @property
    def provisional(self) -> bool:
        return self.rounds < PROVISIONAL_BELOW


class Leaderboard(models.Model):
    """The version of a game's leaderboard. A client that reads several pages compares versions to see whether
    the leaderboard has changed."""

    game_slug = models.CharField(max_length=32, primary_key=True)
    version = models.PositiveBigIntegerField(default=0, db_default=0)
    """A number that grows with each transaction that changes a rating."""

    def __str__(self) -> str:
        return f"leaderboard of {self.game_slug}"
