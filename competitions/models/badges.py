"""Badges: each lets one named person into a competition."""

from typing import Final

from django.db import models
from django.db.models import Q

from .competitions import Competition
from .entries import Entry
from .ids import PublicIdField

MOST_BADGES: Final = 1000
"""How many badges a competition may have at most."""


class Badge(models.Model):
    """A name in a competition, with a code. The browser that enters the code joins under this name.

    Badges are written only while the competition's row is locked, so that no two of them get the same number
    or names that look the same.
    """

    id = PublicIdField()
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="badges", db_index=False
    )
    number = models.PositiveIntegerField()
    """The number of the badge in its competition, from 1 on in the order of making. Removed badges may leave
    gaps."""
    name = models.CharField(max_length=24)
    """The bearer's name. No other badge of the competition has a name that looks the same."""
    look = models.CharField(max_length=200)
    shape = models.CharField(max_length=200)
    renewals = models.PositiveIntegerField(default=0)
    """How often the badge's code was replaced."""
    digest = models.CharField(max_length=64, unique=True)
    """The hash of the badge's code. The code itself is not stored: see `contests/badges`."""
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="badge", null=True, blank=True)
    """The bearer's entry; null before the badge is used."""
    newcomer = models.BooleanField(default=False)
    """Whether the bearer became a player by using this badge."""
    used_at = models.DateTimeField(null=True, blank=True)
    """When the badge's current code was used; null while the code is unused."""

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="badge_numbered_once"),
            models.UniqueConstraint(fields=("competition", "look"), name="badge_look_once"),
            models.UniqueConstraint(fields=("competition", "shape"), name="badge_shape_once"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(used_at=None, newcomer=False),
                name="badge_used_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"badge {self.number} of {self.competition_id}"
