"""Results that take long to compute: par, analyses and trees of closed rounds, and deals in bands."""

from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.db.models import Q

from .competitions import Round
from .deals import Deal
from .entries import Log
from .leases import Due


class Sought(Due):
    """A search by the solvers. If it is not due and has no result, it was given up."""

    solvers_version = models.PositiveSmallIntegerField(null=True, blank=True)
    """The version of the solvers that found the result; null without one."""

    class Meta:
        abstract = True


class SoughtInTurn(Sought):
    """Work that somebody asked for. Askers take turns; who asked is forgotten after the search."""

    ENDED: ClassVar[Mapping[str, object]] = {**Sought.ENDED, "asker": ""}

    asker = models.CharField(max_length=32, blank=True, default="", db_default="")
    """A hash of the asker; see `jobs/askers`."""

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(condition=Q(due=True) | Q(asker=""), name="%(class)s_forgets_its_asker"),
        )


class SolvedRound(Sought):
    """The search for the par of a closed round. The par itself is in the round."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="solved")
    moves = models.JSONField(null=True, blank=True)
    """The best line: moves that reach the par."""

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
    """The search for the analysis of a log of a closed round."""

    log = models.OneToOneField(Log, on_delete=models.CASCADE, primary_key=True, related_name="analysed")
    asked_at = models.DateTimeField(null=True, blank=True)
    """When a player asked for it; null if only the site did."""
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
    """The search for a deal in a band. The row is deleted when the result, which is in the deal itself, is
    announced. Nothing is stored of other deals that were tried."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="sought")
    asked_at = models.DateTimeField()
    deals_drawn = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many deals were tried without success."""

    def __str__(self) -> str:
        return f"sought deal {self.deal_id}"


class RoundTree(models.Model):
    """The tree of the games of a round, where they agree and part. It is stored so that not every reader
    grows one."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="tree")
    as_of = models.PositiveBigIntegerField()
    """The last event, when it was grown, that could change which games count."""
    least = models.PositiveIntegerField()
    branches = models.JSONField()
    """A list for each branch; see `solving/tree/grow_tree`."""

    def __str__(self) -> str:
        return f"tree of round {self.round_id}"
