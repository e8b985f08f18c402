"""What the solvers are asked, and what they found: best lines of deals and analyses of logs, once a round is
closed for everyone; and deals in bands, before they are published."""

from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.db.models import Q

from .competitions import Round
from .deals import Deal
from .entries import Log


class Sought(models.Model):
    """What a worker looks for: see `jobs/due_rows`."""

    ENDED: ClassVar[Mapping[str, object]] = {"due": False}
    """What a row says once its search has ended, found or given up."""

    due = models.BooleanField(default=True)
    """Whether it is still to be looked for, the first time or anew. If it is not, and nothing was found, it
    was given up."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it was looked for and not found."""
    free_at = models.DateTimeField(null=True, blank=True)
    """Until then it is left alone: a worker is at it, or has just failed. Null: it is free."""
    solvers_version = models.PositiveSmallIntegerField(null=True, blank=True)
    """Which solvers have found it; null as long as nothing is found."""

    class Meta:
        abstract = True


class SoughtInTurn(Sought):
    """What is looked for because somebody asks: askers take turns. Once a search has ended, it is forgotten
    who asked."""

    ENDED: ClassVar[Mapping[str, object]] = {**Sought.ENDED, "asker": ""}

    asker = models.CharField(max_length=32, blank=True, default="", db_default="")
    """A hash of the one who asked: see `jobs/askers`."""

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(condition=Q(due=True) | Q(asker=""), name="%(class)s_forgets_its_asker"),
        )


class SolvedRound(Sought):
    """A round whose par is looked for, or was: it is closed for everyone. The par is in the round itself."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="solved")
    moves = models.JSONField(null=True, blank=True)
    """The best line: the moves that reach the par."""

    class Meta:
        indexes = (models.Index(fields=("round",), condition=Q(due=True), name="solved_round_due"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(moves__isnull=True) | Q(solvers_version__isnull=False),
                name="solved_round_has_its_solvers",
            ),
        )

    def __str__(self) -> str:
        return f"solved round {self.round_id}"


class AnalysedLog(SoughtInTurn):
    """A log whose analysis is looked for, or was: its round is closed for everyone."""

    log = models.OneToOneField(Log, on_delete=models.CASCADE, primary_key=True, related_name="analysed")
    asked_at = models.DateTimeField(null=True, blank=True)
    """When somebody asked for it; null where only the site did."""
    found = models.JSONField(null=True, blank=True)
    """The analysis: see `solving/analysis/checked_analysis`."""

    class Meta:
        indexes = (models.Index(fields=("asker",), condition=Q(due=True), name="analysed_log_due"),)
        constraints = (
            *SoughtInTurn.Meta.constraints,
            models.CheckConstraint(
                condition=Q(found__isnull=True) | Q(solvers_version__isnull=False),
                name="analysed_log_has_its_solvers",
            ),
        )

    def __str__(self) -> str:
        return f"analysed log {self.log_id}"


class SoughtDeal(SoughtInTurn):
    """A deal that is looked for. It is `due` until it is told what came of the search; then this row goes.
    What came of it is in the deal itself, and nothing is kept of the other deals that were looked at."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="sought")
    asked_at = models.DateTimeField()
    deals_drawn = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many deals were looked at in vain."""

    def __str__(self) -> str:
        return f"sought deal {self.deal_id}"
