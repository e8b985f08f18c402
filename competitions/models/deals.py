"""The deal that each round is played on."""

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
"""A seed shorter than this could be found by trying: its commitment would give it away."""


def current_rules() -> int:
    """The version of the rules by which a deal that is made now is played, and a log of now is judged."""
    return RULES_VERSION


def random_seed() -> str:
    """A seed of 128 random bits, 32 characters long, which no command line takes for an option."""
    return secrets.token_hex(16)


class Deal(models.Model):
    """Game, rule options and seed: the same cards for everyone who plays it.

    One that is to lie in a band has no seed until it is found. Nobody is told of it before a whole number of
    minutes has passed since it was asked for, so that the time tells nothing of its cards.
    """

    game_slug = models.CharField(max_length=32)
    rules = models.JSONField()
    """Every option of the game with the value that is used."""
    seed = models.CharField(max_length=64, blank=True)
    band_kind = models.CharField(
        max_length=8, choices=BandKind.choices, blank=True, default="", db_default=""
    )
    """What is promised of it; empty if nothing is."""
    band_low = models.PositiveSmallIntegerField(null=True, blank=True)
    band_high = models.PositiveSmallIntegerField(null=True, blank=True)
    """Between which scores its par lies, if that is promised."""
    told_at = models.DateTimeField(null=True, blank=True)
    """From when on it is told what came of the search for it; null for one without a band, and while it is
    looked for."""
    rules_version = models.PositiveSmallIntegerField(default=current_rules)
    """By which version of the rules it is played: the one in force when it was made."""

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
        # Never the seed: this text may end in a log file while the deal is being played.
        return f"{self.game_slug} deal {self.pk}"

    @property
    def band(self) -> Band | None:
        return Band(self.band_kind, self.band_low, self.band_high) if self.band_kind else None

    def is_found(self, now: datetime) -> bool:
        """Whether its cards are there, as far as anybody is told: they always are, but for one in a band."""
        return self.seed != "" and (self.band is None or is_over(self.told_at, now))

    def is_not_to_be_found(self, now: datetime) -> bool:
        """Whether none was found in its band, as far as anybody is told."""
        return self.seed == "" and is_over(self.told_at, now)

    @property
    def game(self) -> Game:
        return GAMES[self.game_slug]

    @cached_property
    def opening(self) -> Position:
        """The opening position. The cards are dealt once for all who remember this deal."""
        return self.game.open(self.seed, self.rules)

    @property
    def hides_cards(self) -> bool:
        """Whether cards lie face down at the start."""
        return self.game.hides_cards(self.rules)

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
