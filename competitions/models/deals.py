"""The deal that each round is played on."""

from functools import cached_property
from typing import Final

from django.db import models

from games import GAMES, RULES_VERSION
from games.deck import commitment
from games.game import Game, Position

GUESSABLE_BELOW: Final = 22
"""A seed shorter than this could be found by trying: its commitment would give it away."""


def current_rules() -> int:
    """The version of the rules by which a deal that is made now is played, and a log of now is judged."""
    return RULES_VERSION


class Deal(models.Model):
    """Game, rule options and seed: the same cards for everyone who plays it."""

    game_slug = models.CharField(max_length=32)
    rules = models.JSONField()
    """Every option of the game with the value that is used."""
    seed = models.CharField(max_length=64)
    rules_version = models.PositiveSmallIntegerField(default=current_rules)
    """By which version of the rules it is played: the one in force when it was made."""

    class Meta:
        indexes = (models.Index(fields=("seed", "id"), name="deal_of_seed"),)

    def __str__(self) -> str:
        # Never the seed: this text may end in a log file while the deal is being played.
        return f"{self.game_slug} deal {self.pk}"

    @property
    def game(self) -> Game:
        return GAMES[self.game_slug]

    @cached_property
    def opening(self) -> Position:
        """The opening position. The cards are dealt once for all who remember this deal."""
        return self.game.open(self.seed, self.rules)

    @property
    def worst_score(self) -> int:
        """The score of a player who never plays this deal."""
        return self.game.worst_score(self.rules)

    @property
    def commitment(self) -> str:
        return commitment(self.game_slug, self.seed)

    @property
    def guessable(self) -> bool:
        return len(self.seed) < GUESSABLE_BELOW
