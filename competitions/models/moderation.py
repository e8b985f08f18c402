"""Reports by players, measures of the staff, and signs that a result may be unfair."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .competitions import Competition, Round
from .entries import Attempt, Entry
from .ids import PublicIdField
from .players import Player


class Subject(models.TextChoices):
    """The kinds of things that may be reported."""

    NAME = "name", _("A name")
    ABOUT = "about", _("What a contest says of itself")
    RESULT = "result", _("A result")
    MESSAGE = "message", _("A message of an organiser")


class Ground(models.TextChoices):
    """Why something is reported."""

    OFFENSIVE = "offensive", _("It insults, threatens or disgusts")
    PRETENDS = "pretends", _("It pretends to be somebody else")
    PRIVATE = "private", _("It reveals something private")
    SPAM = "spam", _("It advertises, or leads somewhere bad")
    UNFAIR = "unfair", _("It was not played fairly")
    OTHER = "other", _("Something else")


class Report(models.Model):
    """One player's report to the staff. Only the staff see reports."""

    id = PublicIdField()
    reporter = models.ForeignKey(
        Player, verbose_name=_("reported by"), on_delete=models.CASCADE, related_name="+", db_index=False
    )
    subject = models.CharField(_("subject"), max_length=8, choices=Subject.choices)
    target = models.CharField(max_length=40)
    """The subject and the id of the reported thing, with a colon between them. All reports of one thing have
    the same value."""
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    """The player to whom the reported name, text, result or message belongs."""
    competition = models.ForeignKey(
        Competition,
        verbose_name=_("contest"),
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        null=True,
        blank=True,
    )
    """The competition where the reporter saw the reported thing; null for a name on the player's own page."""
    attempt = models.ForeignKey(
        Attempt, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    """The reported result; null if a name, text or message was reported."""
    said = models.TextField(_("reported text"), blank=True)
    """The reported name, text or message; empty for a result."""
    ground = models.CharField(_("ground"), max_length=9, choices=Ground.choices)
    text = models.CharField(_("explanation"), max_length=400, blank=True)
    """The reporter's explanation in their own words; may be empty."""
    at = models.DateTimeField(_("time"))
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    """When the staff settled the report; null while the report is open."""
    settled_by = models.ForeignKey(
        Player,
        verbose_name=_("settled by"),
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        null=True,
        blank=True,
    )

    class Meta:
        verbose_name = pgettext_lazy("by a player", "report")
        verbose_name_plural = pgettext_lazy("by a player", "reports")
        ordering = ("-at", "-pk")
        indexes = (
            models.Index(fields=("at", "id"), name="report_in_order"),
            models.Index(fields=("target",), condition=Q(settled_at=None), name="report_open"),
        )
        constraints = (models.UniqueConstraint(fields=("reporter", "target"), name="report_once_a_reporter"),)

    def __str__(self) -> str:
        return self.id


class Measure(models.Model):
    """A measure that the staff took about a player, never changed or deleted. The player sees the measure,
    but not who took it."""

    class Kind(models.TextChoices):
        HIDE_NAME = "hide_name", _("Name hidden")
        HIDE_ABOUT = "hide_about", _("Description hidden")
        RENAME = "rename", _("Renamed")
        WARN = "warn", _("Warned")
        SUSPEND = "suspend", _("Suspended")
        BAN = "ban", _("Banned")
        LIFT = "lift", _("Suspension or ban lifted")

    id = PublicIdField()
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="measures", db_index=False
    )
    """The player whom the measure is about."""
    staff = models.ForeignKey(
        Player, verbose_name=_("taken by"), on_delete=models.PROTECT, related_name="+", db_index=False
    )
    """The member of the staff who took the measure."""
    competition = models.ForeignKey(
        Competition,
        verbose_name=_("contest"),
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
        null=True,
        blank=True,
    )
    """The competition whose description was hidden; null for other kinds of measures."""
    reason = models.CharField(_("reason"), max_length=400)
    before = models.TextField(_("text before"), blank=True)
    """The name or text as it was before the staff hid or replaced it."""
    until = models.DateTimeField(_("until"), null=True, blank=True)
    """The end of a suspension; null for other kinds of measures."""
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = pgettext_lazy("by the staff", "measure")
        verbose_name_plural = pgettext_lazy("by the staff", "measures")
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("player", "at", "id"), name="measure_of_player"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(kind="suspend", until__isnull=False) | (~Q(kind="suspend") & Q(until=None)),
                name="measure_ends_if_it_suspends",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="measure_has_a_reason"),
        )

    def __str__(self) -> str:
        return self.id

    @property
    def answer(self) -> "Reply | None":
        """The player's reply to the measure; None if there is none yet."""
        return getattr(self, "reply", None)


class Reply(models.Model):
    """The player's only reply to a measure, never changed."""

    measure = models.OneToOneField(Measure, on_delete=models.CASCADE, primary_key=True, related_name="reply")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"reply to {self.measure_id}"


class Origin(models.Model):
    """A hash of the network from which an entry first played in a sealed competition. Entries with equal
    hashes may be of one person who plays twice. The competition is part of the hash, so hashes from two
    competitions never match. The hash is deleted after some days."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, primary_key=True, related_name="+")
    network = models.CharField(max_length=64)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"origin of {self.entry_id}"


class Sign(models.Model):
    """A reason why the staff should look at a result again. A sign proves nothing."""

    class Kind(models.TextChoices):
        NETWORK = "network", _("A second player of one network did much better")
        SECONDS = "seconds", _("Played well in seconds")
        MOVES = "moves", _("The same moves as another game")

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(
        Attempt, on_delete=models.CASCADE, related_name="+", db_index=False, null=True, blank=True
    )
    """An earlier result of another player, with which `attempt` is compared; null if nothing is compared."""
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = pgettext_lazy("at a result", "sign")
        verbose_name_plural = pgettext_lazy("at a result", "signs")
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("at",), name="sign_in_order"),)
        constraints = (models.UniqueConstraint(fields=("attempt", "kind"), name="sign_once_a_kind"),)

    def __str__(self) -> str:
        return f"{self.pk}"
