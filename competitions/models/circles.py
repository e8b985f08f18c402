"""Circles: small groups that play the deals of the day together."""

from collections.abc import Sequence
from typing import Final

from django.db import models
from django.db.models import Q

from .competitions import LONGEST_NAME
from .ids import PublicIdField, new_id
from .players import Player

MOST_MEMBERS: Final = 200
MOST_CIRCLES: Final = 50
"""How many circles a player may be in at most. Joining locks the player's row, so that simultaneous requests
cannot exceed this number."""


class Circle(models.Model):
    """A group of players. The circle's board ranks its members by their dailies of a week. Closing the circle
    deletes no results."""

    id = PublicIdField()
    name = models.CharField(max_length=LONGEST_NAME)
    invite = models.CharField(max_length=16, default=new_id)
    """The code in the circle's invitation link, by which players join."""
    size = models.PositiveSmallIntegerField(default=1)
    """The number of members. It changes only while the circle's row is locked, so that no change is lost."""
    created_at = models.DateTimeField()

    owners: Sequence["Member"]

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(size__range=(1, MOST_MEMBERS)), name="circle_no_fuller_than_full"
            ),
        )

    def __str__(self) -> str:
        return f"circle {self.id}"

    @property
    def owner(self) -> "Member":
        """The member who owns the circle, read from the database at the first access."""
        models.prefetch_related_objects([self], _owners("members"))
        return self.owners[0]


class MemberQuerySet(models.QuerySet["Member"]):
    def with_circles(self) -> "MemberQuerySet":
        """Also read each member's player and circle, and the circle's owner, by two queries in all."""
        return self.select_related("circle", "player").prefetch_related(_owners("circle__members"))


class Member(models.Model):
    """A player in a circle, under a name that looks like no other name in the circle."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    joined_at = models.DateTimeField()
    owns = models.BooleanField(default=False)
    """Whether this member owns the circle."""
    name = models.CharField(max_length=24)
    """The member's name in the circle: the player's own name, or that name with a number."""
    look = models.CharField(max_length=200)
    shape = models.CharField(max_length=200)

    objects = MemberQuerySet.as_manager()

    class Meta:
        ordering = ("joined_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("circle", "player"), name="member_once_a_circle"),
            models.UniqueConstraint(fields=("circle", "look"), name="member_look_once_a_circle"),
            models.UniqueConstraint(fields=("circle", "shape"), name="member_shape_once_a_circle"),
            models.UniqueConstraint(fields=("circle",), condition=Q(owns=True), name="circle_owned_once"),
        )

    def __str__(self) -> str:
        return f"member of {self.circle_id}"


def _owners(lookup: str) -> "models.Prefetch[str]":
    """A prefetch that fills `Circle.owners` by one query."""
    return models.Prefetch(lookup, Member.objects.filter(owns=True).select_related("player"), "owners")
