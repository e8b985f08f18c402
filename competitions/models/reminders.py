"""The browsers whose players have asked to be reminded."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q

from .hooks import LONGEST_URL
from .leases import Leased
from .players import Player
from .series import LONGEST_ZONE

MOST_REMINDED: Final = 10
"""How many browsers of a player are reminded at most. One more replaces the browser that asked first."""


class RemindedBrowserQuerySet(models.QuerySet["RemindedBrowser"]):
    def look_soon(self, players: Collection[str], now: datetime) -> None:
        """Make these players' browsers due now, so that a job checks whether to send a reminder."""
        self.filter(player__in=players, look_at__gt=now).update(look_at=now)


class RemindedBrowser(Leased):
    """A browser to which reminders are pushed, at most one on each day of its time zone. The row is deleted
    with the browser's session."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reminded_browsers")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=LONGEST_URL)
    """The URL at the browser's push service to which reminders are posted."""
    digest = models.CharField(max_length=64, unique=True)
    """The SHA-256 hash of the endpoint. The endpoint itself is too long for an index."""
    public_key = models.BinaryField(max_length=65)
    """The browser's key, with which messages to it are encrypted: a point on the curve P-256."""
    secret = models.BinaryField(max_length=16)
    """A secret of the browser, without which nobody can encrypt a message to the browser."""
    site_key = models.CharField(max_length=16)
    """The id of the site's key with which the browser expects messages to be signed."""
    zone = models.CharField(max_length=LONGEST_ZONE)
    """The name of the browser's time zone, as the IANA lists it."""
    asked_at = models.DateTimeField()
    reminded_on = models.DateField()
    """The day of the last reminder, in the browser's time zone; at first the day on which the player asked
    for reminders. A new day is stored before the reminder is sent, so that no day has two reminders."""
    look_at = models.DateTimeField(db_index=True)
    """When a job next checks whether to send a reminder."""
    failures = models.PositiveSmallIntegerField(default=0)
    """How many reminders in a row did not reach the push service."""

    objects = RemindedBrowserQuerySet.as_manager()

    class Meta:
        ordering = ("asked_at", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(endpoint__startswith="https://"), name="reminded_browser_by_https"
            ),
        )

    def __str__(self) -> str:
        return f"reminders of {self.player_id}"
