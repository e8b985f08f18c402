"""Notices to players, and broadcasts, each of which sends one notice to all entrants."""

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
"""How many notices of a player are kept. The oldest are deleted first."""


class NoticeType(models.TextChoices):
    """What a notice is about, in words for the player who gets it."""

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
    """One message to one player, about something that happened."""

    id = PublicIdField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", db_index=False)
    type = models.CharField(max_length=9, choices=NoticeType.choices)
    key = models.CharField(max_length=64)
    """The id of what the notice is about, such as a contest; for the type `overtaken`, followed by the hour.
    A player gets only one notice for each type and key."""
    at = models.DateTimeField()
    read = models.BooleanField(default=False)
    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    """The entry of another player: of the player who overtook the notice's player, of the opponent in a duel,
    or of the maker of a duel. Null if the notice is about no other player."""
    act = models.ForeignKey(
        Act, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    facts = models.JSONField(default=dict)
    """Further facts, as the API returns them: for instance about a circle that the player cannot see any
    more."""
    mail_at = models.DateTimeField(null=True, blank=True)
    """When the notice will be mailed, unless the player reads it earlier. Null if it will not be mailed, or
    was mailed already."""

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
    """A player's wish to get notices by e-mail. Players without this row get no mails."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="notice_mails"
    )
    site = models.CharField(max_length=LONGEST_SITE)
    """The address of the site where the player asked for mails, like `https://patience.example`. Links in the
    mails lead there."""

    def __str__(self) -> str:
        return f"mails to {self.player_id}"


class Broadcast(Due):
    """A notice to all entrants of a competition. The notices are written in the order in which the entrants
    joined."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="broadcasts", db_index=False
    )
    type = models.CharField(max_length=9, choices=NoticeType.choices)
    until = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of the event that the broadcast is about. Entrants who join after that event get no notice.
    If null, later entrants get a notice, too."""
    after = models.PositiveBigIntegerField(default=0)
    """How far the broadcast has come: the number of the last `joined` event whose entrant was handled."""

    class Meta:
        indexes = (models.Index(fields=("free_at",), condition=Q(due=True), name="broadcast_under_way"),)
        constraints = (
            models.UniqueConstraint(fields=("competition", "type"), name="broadcast_once"),
            models.CheckConstraint(condition=Q(type__in=NoticeType.values), name="broadcast_type_known"),
        )

    def __str__(self) -> str:
        return f"{self.type} of {self.competition_id}"
