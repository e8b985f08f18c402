"""The audit trail: what organisers, the staff or the site did to a competition."""

from collections.abc import Mapping
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..translatable import Translatable, stored_reason, with_facts
from .competitions import Competition, Round
from .entries import Entry
from .players import Player

BADGES: Final = ngettext_lazy("%(badges)d badge", "%(badges)d badges", "badges")

SAID: Final[Mapping[str, Translatable]] = {
    "add_badges": BADGES,
    "close": _("All have played."),
    "copy": _("From %(competition)s."),
    "cut": ngettext_lazy(
        "Attempt %(attempt)s ended after %(stands)s of its %(stored)s stored move: "
        "the rules refuse the next one.",
        "Attempt %(attempt)s ended after %(stands)s of its %(stored)s stored moves: "
        "the rules refuse the next one.",
        "stored",
    ),
    # All entrants can read these two. So they do not say why the site banned the player or lifted the ban.
    "disqualify": _("Their results do not count on this site any more."),
    "reinstate": _("Their results count on this site again."),
    "remove_badges": BADGES,
}
"""The reason of each act for which the service itself gives the reason."""


class Act(models.Model):
    """One act. Its row is never changed or deleted afterwards.

    Either `actor` or `staff` says who did it. `actor` is a player. `staff` is the name of the site itself, or
    the name that an operator gave on the command line.
    """

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="acts", db_index=False
    )
    round = models.ForeignKey(Round, on_delete=models.SET_NULL, related_name="+", null=True, blank=True)
    """The round that the act concerns; null if the act concerns the whole competition."""
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The entry that the act concerns; null if the act concerns no single entry."""
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    """The player whom the act makes a co-organiser or the owner, or removes as a co-organiser; null for every
    other act."""
    actor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    staff = models.CharField(max_length=80, blank=True)
    act = models.CharField(max_length=16)
    words = models.CharField(max_length=400, blank=True)
    """The reason in the actor's own words, or a fact: the names of changed settings, or a webhook's host."""
    facts = models.JSONField(null=True, blank=True)
    """The facts in a reason that the service gives; null if the reason is in `words`."""
    extra_ms = models.PositiveBigIntegerField(null=True, blank=True)
    """How much more time the act grants, in milliseconds; null for an act that grants no time."""
    at = models.DateTimeField()
    event = models.PositiveBigIntegerField(null=True, blank=True)
    """The number of the act among the competition's events. `ledger` sets it when it stores the act."""

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("competition", "event"), name="act_numbered_once"),
            models.CheckConstraint(
                condition=Q(actor__isnull=False) ^ ~Q(staff=""), name="act_of_a_player_or_of_the_staff"
            ),
        )

    def __str__(self) -> str:
        return f"{self.act} of {self.competition_id}"

    @property
    def reason(self) -> str:
        """The reason; may be empty. A reason that the service gives is in the language of the reader."""
        facts = self.facts
        return self.words if facts is None else stored_reason(lambda: with_facts(SAID[self.act], **facts))
