"""Notices to players: what happened to them or to what they have entered; and how all entrants are told."""

from typing import Final

from django.db import models
from django.db.models import Q

from .acts import Act
from .competitions import Competition
from .entries import Entry
from .ids import PublicIdField
from .players import Player

LONGEST_SITE: Final = 200

MOST_NOTICES: Final = 200
"""How many are kept for a player: the newest."""


class NoticeType(models.TextChoices):
    """What a notice tells its player."""

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
    """Something that a player is told, once."""

    id = PublicIdField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", db_index=False)
    type = models.CharField(max_length=9, choices=NoticeType.choices)
    key = models.CharField(max_length=64)
    """What it is about: of one thing a player is told once."""
    at = models.DateTimeField()
    read = models.BooleanField(default=False)
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    """The other who has to do with it: who passed the player, plays against them or made the duel."""
    act = models.ForeignKey(
        Act, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    facts = models.JSONField(default=dict)
    """What else it tells, as the API has it: of a circle that its player may know nothing more of."""
    mail_at = models.DateTimeField(null=True, blank=True)
    """When it is to be mailed, unless it is read by then; null if it is not, or was."""

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
    """A player's wish to have their notices by e-mail; without one they get none."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="notice_mails"
    )
    site = models.CharField(max_length=LONGEST_SITE)
    """Where they asked for it, like `https://patience.example`: there the links of a mail lead."""

    def __str__(self) -> str:
        return f"mails to {self.player_id}"


class Broadcast(models.Model):
    """A notice to all entrants of a competition, in the order of their joining, as far as it has come."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="broadcasts", db_index=False
    )
    type = models.CharField(max_length=9, choices=NoticeType.choices)
    until = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of the event that it tells of: who joined later is not told. Null to tell whoever joins."""
    after = models.PositiveBigIntegerField(default=0)
    """The number of the last joining that was looked at."""
    moved_at = models.DateTimeField()
    """When it last told anyone, or a job was last asked for."""
    done = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=("moved_at",), condition=Q(done=False), name="broadcast_under_way"),)
        constraints = (
            models.UniqueConstraint(fields=("competition", "type"), name="broadcast_once"),
            models.CheckConstraint(condition=Q(type__in=NoticeType.values), name="broadcast_type_known"),
        )

    def __str__(self) -> str:
        return f"{self.type} of {self.competition_id}"
