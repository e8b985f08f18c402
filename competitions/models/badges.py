"""Badges: each lets the one person in who is named on it."""

from typing import Final

from django.db import models
from django.db.models import Q

from .competitions import Competition
from .entries import Entry
from .ids import PublicIdField

MOST_BADGES: Final = 1000
"""How many a competition has at most."""


class Badge(models.Model):
    """A name in a competition, and what lets its bearer in under it: a code, which is good for one browser.

    Whoever writes badges holds the competition's row.
    """

    id = PublicIdField()
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="badges", db_index=False
    )
    number = models.PositiveIntegerField()
    """Its place in the list: badges stand in the order in which they were made."""
    name = models.CharField(max_length=24)
    """Who it is for, under a name that looks like no other badge's there."""
    look = models.CharField(max_length=200)
    shape = models.CharField(max_length=200)
    renewals = models.PositiveIntegerField(default=0)
    """How often its code was made anew."""
    digest = models.CharField(max_length=64, unique=True)
    """Of its code, which is kept nowhere: see `badges.codes`."""
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="badge", null=True, blank=True)
    """Who came with it; null as long as nobody has."""
    newcomer = models.BooleanField(default=False)
    """Whether its bearer became a player by it, and was not one before."""
    used_at = models.DateTimeField(null=True, blank=True)
    """When its present code was used up; null as long as it is good."""

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
