"""Webhooks and their deliveries."""

from datetime import datetime
from typing import Final

from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from .competitions import Competition
from .ids import PublicIdField
from .leases import Leased
from .players import Player

LONGEST_URL: Final = 500
MOST_HOOKS: Final = 5
"""For one competition."""

PING: Final = "ping"
"""The type of a message that tells of nothing: with it an organiser tries a webhook out."""

HOOK_STATES: Final = ("working", "retrying", "stopped")
DELIVERY_STATES: Final = ("accepted", "waiting", "stopped", "failed")


class HookQuerySet(models.QuerySet["Hook"]):
    def due(self, now: datetime) -> "HookQuerySet":
        """Those with a message to send, or with events that may be messages."""
        again = Exists(Delivery.objects.filter(hook=OuterRef("pk"), again=True))
        new = Q(next_try_at=None, happened__gt=F("looked"))
        return self.filter(again | Q(new | Q(next_try_at__lte=now), stopped_at=None))


class Hook(Leased):
    """An address to which a competition's events are posted, one after the other."""

    id = PublicIdField()
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="hooks")
    added_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    """The organiser who added it."""
    url = models.CharField(max_length=LONGEST_URL)
    receiver = models.CharField(max_length=253)
    """The host of the address."""
    events = models.JSONField()
    """The types of events that it gets."""
    created_at = models.DateTimeField()
    cursor = models.CharField(max_length=100, blank=True)
    """How far in the competition's events it has come: all up to here is accepted, or its last delivery."""
    happened = models.PositiveBigIntegerField(default=0)
    """The number of the last event of the competition that it knows has happened."""
    looked = models.PositiveBigIntegerField(default=0)
    """The competition's number of events when nothing was left to deliver."""
    turn_at = models.DateTimeField(null=True, blank=True)
    """When a job last took it."""
    slow = models.BooleanField(default=True)
    """Whether its receiver was slow the last time; true before the first delivery."""
    failures = models.PositiveSmallIntegerField(default=0)
    """How often in a row its current delivery was not accepted."""
    failing_since = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(null=True, blank=True)
    """When its last delivery is to be sent; null if that is accepted, or nothing is sent any more."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """When sending stopped, because the receiver had accepted nothing for too long."""

    objects = HookQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"webhook of {self.competition_id}"

    @property
    def state(self) -> str:
        if self.stopped_at is not None:
            return "stopped"
        return "retrying" if self.failures else "working"


class Delivery(models.Model):
    """One event for one webhook. Its id is that of the message, however often it is sent."""

    id = PublicIdField()
    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    number = models.PositiveBigIntegerField()
    """Its place in the order."""
    type = models.CharField(max_length=16)
    body = models.TextField()
    """The JSON to send, without names of players, which are added when it is sent."""
    at = models.DateTimeField()
    """When it was first to be sent."""
    attempts = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    """When nothing had to wait for it any more: once it was accepted, and of a ping from the beginning."""
    again = models.BooleanField(default=False)
    """Whether it is to be sent once more, though nothing waits for it; a ping is, until it was sent."""
    status_code = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of the last answer; null if there was none."""
    answer = models.TextField(blank=True)
    """How the last answer began, or why there was none."""

    class Meta:
        ordering = ("-number",)
        indexes = (
            models.Index(fields=("accepted_at",), name="delivery_accepted"),
            models.Index(fields=("hook",), condition=Q(again=True), name="delivery_again"),
        )
        constraints = (
            models.UniqueConstraint(fields=("hook", "number"), name="delivery_numbered_once"),
            models.UniqueConstraint(
                fields=("hook",), condition=Q(accepted_at=None), name="delivery_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(again=False) | Q(accepted_at__isnull=False), name="delivery_again_once_accepted"
            ),
        )

    def __str__(self) -> str:
        return f"{self.type} for {self.hook_id}"

    @property
    def status(self) -> str:
        if self.type == PING:
            if self.again:
                return "waiting"
            return "accepted" if 200 <= (self.status_code or 0) < 300 else "failed"
        if self.accepted_at is not None:
            return "accepted"
        return "waiting" if self.hook.stopped_at is None else "stopped"

    @property
    def next_try_at(self) -> datetime | None:
        return self.hook.next_try_at if self.status == "waiting" and self.type != PING else None

    @property
    def answered(self) -> "Delivery | None":
        """With the answer to the last attempt; None before the first."""
        return self if self.attempts else None
