"""Results that take long to compute: pars, analyses and trees of closed rounds, and deals that keep a
promise, for example that they can be won (deals in a band)."""

from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.db.models import Q

from .competitions import Round
from .deals import Deal
from .entries import Log
from .leases import Due


class Sought(Due):
    """A search by the solvers. A row without a result is a search that is due or was given up."""

    solvers_version = models.PositiveSmallIntegerField(null=True, blank=True)
    """The version of the solvers that found the result; null without a result."""

    class Meta:
        abstract = True


class SoughtInTurn(Sought):
    """A search with an asker: an organiser, or the network from which a player asked. Askers take turns,
    however many searches each has. When the search is over, the row no longer says who asked."""

    ENDED: ClassVar[Mapping[str, object]] = {**Sought.ENDED, "asker": ""}

    asker = models.CharField(max_length=32, blank=True, default="", db_default="")
    """A hash that stands for the network or organiser who asked; see `jobs/askers`. Empty when the search is
    over."""

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(condition=Q(due=True) | Q(asker=""), name="%(class)s_forgets_its_asker"),
        )


class SolvedRound(Sought):
    """The search for the par of a closed round. The par itself is stored in the round."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="solved")
    moves = models.JSONField(null=True, blank=True)
    """The best line: moves that reach the par; null until they are found."""

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
    """The search for the analysis of one log, and its result. The log's round is closed."""

    log = models.OneToOneField(Log, on_delete=models.CASCADE, primary_key=True, related_name="analysed")
    asked_at = models.DateTimeField(null=True, blank=True)
    """When a player asked for the analysis; null if only the site asked."""
    found = models.JSONField(null=True, blank=True)
    """The analysis, with the `FIELDS` of `solving/analysis/checked_analysis`; null until it is found."""

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
    """The search for a deal in a band: a deal that keeps a promise, for example that it can be won. The
    result is stored in the deal itself. The row is deleted when the result is announced. Other deals that
    were tried are not stored."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True, related_name="sought")
    asked_at = models.DateTimeField()
    deals_drawn = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many deals were tried without success."""

    def __str__(self) -> str:
        return f"sought deal {self.deal_id}"


class RoundTree(models.Model):
    """The tree of a round's games, which shows where they agree and where they part. The tree is stored so
    that it is not computed for every reader."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="tree")
    as_of = models.PositiveBigIntegerField()
    """The number of the last event, before the tree was computed, that may have changed which games count.
    The tree is out of date after another such event."""
    least = models.PositiveIntegerField()
    """The fewest players that a branch of the tree may have."""
    branches = models.JSONField()
    """The branches of the tree, each as a list; see `solving/tree/grow_tree`."""

    def __str__(self) -> str:
        return f"tree of round {self.round_id}"
