"""Notices to players, and broadcasts of one notice to all entrants."""

from typing import Final

from django.db import models
from django.db.models import Q

from .acts import Act
from .competitions import Competition
from .entries import Entry
from .ids import PublicIdField
from .leases import Due
from .players import Player

LONGEST_SITE: Final = 200

MOST_NOTICES: Final = 200
"""How many notices of a player are kept: the newest."""


class NoticeType(models.TextChoices):
    """What a notice is about, in words for its player."""

    OPENS = "opens", "A contest that you entered has opened"
    CLOSING = "closing", "A contest closes within the hour, and you have not played"
    CERTIFIED = "certified", "The results of a contest that you entered are final"
    OVERTAKEN = "overtaken", "Somebody has passed you in the standings of a contest"
    DUEL = "duel", "Somebody has made a duel for you"
    DECIDED = "decided", "Your duel is decided"
    REMATCH = "rematch", "Your opponent wants a rematch"
    CIRCLE = "circle", "The owner of a circle has taken you out"
    WEBHOOK = "webhook", "A webhook of your contest has stopped"
    ACT = "act", "An organiser has done something about you or your contest"


class Notice(models.Model):
    """One piece of news for one player."""

    id = PublicIdField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", db_index=False)
    type = models.CharField(max_length=9, choices=NoticeType.choices)
    key = models.CharField(max_length=64)
    """The thing that it is about. There is one notice for each type and key."""
    at = models.DateTimeField()
    read = models.BooleanField(default=False)
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    """The other player's entry: who passed the player, plays against them, or made the duel."""
    act = models.ForeignKey(
        Act, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    facts = models.JSONField(default=dict)
    """Further facts, as in the API: those about a circle that its player cannot see any more."""
    mail_at = models.DateTimeField(null=True, blank=True)
    """When it will be mailed unless it is read before; null if it will not be, or was mailed."""

    class Meta:
        indexes = (
            models.Index(fields=("player", "at", "id"), name="notice_of_player"),
            models.Index(fields=("at",), name="notice_at"),
            models.Index(fields=("mail_at",), condition=Q(mail_at__isnull=False), name="notice_to_mail"),
        )
        constraints = (
            models.UniqueConstraint(fields=("player", "type", "key"), name="notice_once"),
            models.CheckConstraint(condition=Q(type__in=NoticeType.values), name="notice_type_known"),
        )

    def __str__(self) -> str:
        return f"{self.type} for {self.player_id}"


class NoticeMails(models.Model):
    """A player's wish to get notices by e-mail. Without it they get none."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="notice_mails"
    )
    site = models.CharField(max_length=LONGEST_SITE)
    """The site where they asked for it, like `https://patience.example`; links in mails lead there."""

    def __str__(self) -> str:
        return f"mails to {self.player_id}"


class Broadcast(Due):
    """A notice to all entrants of a competition, written in the order of joining."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="broadcasts", db_index=False
    )
    type = models.CharField(max_length=9, choices=NoticeType.choices)
    until = models.PositiveBigIntegerField(null=True, blank=True)
    """The event that it is about: later entrants get no notice. Null: everybody who joins gets one."""
    after = models.PositiveBigIntegerField(default=0)
    """The event number of the last joining that was handled."""

    class Meta:
        indexes = (models.Index(fields=("free_at",), condition=Q(due=True), name="broadcast_under_way"),)
        constraints = (
            models.UniqueConstraint(fields=("competition", "type"), name="broadcast_once"),
            models.CheckConstraint(condition=Q(type__in=NoticeType.values), name="broadcast_type_known"),
        )

    def __str__(self) -> str:
        return f"{self.type} of {self.competition_id}"
