"""Deals: the cards of each round."""

import secrets
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db import models
from django.db.models import F, Q

from games import GAMES, RULES_VERSION
from games.deck import commitment
from games.game import Game, Position
from solvers.bands import Band

from .choices import BandKind
from .windows import is_over

GUESSABLE_BELOW: Final = 22
"""Seeds with fewer characters can be guessed, by hashing all possible seeds until a hash equals the
published commitment."""


def current_rules() -> int:
    """The version of the rules for new deals and new logs."""
    return RULES_VERSION


def random_seed() -> str:
    """Return 128 random bits as 32 hex digits. They contain no hyphen, so that no command mistakes the seed
    for an option."""
    return secrets.token_hex(16)


class Deal(models.Model):
    """Game, rule options and seed: the same cards for everyone who plays the deal.

    A deal in a band keeps a promise, for example that it can be won. It has no seed until a search has found
    one that keeps the promise. The result of the search is announced a whole number of minutes after the
    request, so that the duration of the search reveals nothing about the cards.
    """

    game_slug = models.CharField(max_length=32)
    rules = models.JSONField()
    """Every option of the game's rules, with its value."""
    seed = models.CharField(max_length=64, blank=True)
    band_kind = models.CharField(
        max_length=8, choices=BandKind.choices, blank=True, default="", db_default=""
    )
    """The promise about the deal, for example that it can be won; empty if nothing was promised."""
    band_low = models.PositiveSmallIntegerField(null=True, blank=True)
    band_high = models.PositiveSmallIntegerField(null=True, blank=True)
    """The highest par that was promised; `band_low` is the lowest. Both are null unless `band_kind` is `par`.
    """
    told_at = models.DateTimeField(null=True, blank=True)
    """When the result of the search for the deal is announced; null without a band, and during the search."""
    rules_version = models.PositiveSmallIntegerField(default=current_rules)
    """The version of the rules by which the deal is played: the version that was current when the deal was
    made."""

    class Meta:
        indexes = (models.Index(fields=("seed", "id"), name="deal_of_seed"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    band_kind__in=("", BandKind.WINNABLE, BandKind.HARD), band_low=None, band_high=None
                )
                | Q(
                    band_kind=BandKind.PAR,
                    band_low__isnull=False,
                    band_high__isnull=False,
                    band_high__gte=F("band_low"),
                ),
                name="deal_band_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(band_kind="", told_at=None) & ~Q(seed="")
                | ~Q(band_kind="") & (Q(seed="") | Q(told_at__isnull=False)),
                name="deal_without_a_seed_is_looked_for",
            ),
        )

    def __str__(self) -> str:
        # The seed is left out because this text may get into a log file while the deal is being played.
        return f"{self.game_slug} deal {self.pk}"

    @property
    def band(self) -> Band | None:
        return Band(self.band_kind, self.band_low, self.band_high) if self.band_kind else None

    def is_found(self, now: datetime) -> bool:
        """Whether a seed for the deal was found and the find is announced. Always true without a band."""
        return self.seed != "" and (self.band is None or is_over(self.told_at, now))

    def is_not_to_be_found(self, now: datetime) -> bool:
        """Whether the search for a deal in the band failed and the failure is announced."""
        return self.seed == "" and is_over(self.told_at, now)

    @property
    def game(self) -> Game:
        return GAMES[self.game_slug]

    @cached_property
    def opening(self) -> Position:
        """The opening position of the deal, computed once for each object."""
        return self.game.open(self.seed, self.rules)

    @property
    def hides_cards(self) -> bool:
        """Whether cards lie face down in the opening position."""
        return self.game.hides_cards(self.rules)

    @property
    def worst_score(self) -> int:
        """The score of an entry that does not play this deal."""
        return self.game.worst_score(self.rules)

    @property
    def commitment(self) -> str:
        return commitment(self.game_slug, self.seed)

    @property
    def guessable(self) -> bool:
        return len(self.seed) < GUESSABLE_BELOW
