"""Which rounds' deals are solved, each once its round is closed for everyone, and the best lines."""

from django.db import models
from django.db.models import Q

from .competitions import Round


class Sought(models.Model):
    """What a worker looks for: see `jobs/taking`."""

    due = models.BooleanField(default=True)
    """Whether it is still to be found. If not, and nothing was found, it could not be."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it was looked for and not found."""
    free_at = models.DateTimeField(null=True, blank=True)
    """Until then it is left alone: a worker is at it, or has just failed. Null: since ever."""
    solvers_version = models.PositiveSmallIntegerField(null=True, blank=True)
    """Which solvers have found it; null as long as nothing is found."""

    class Meta:
        abstract = True


class SolvedRound(Sought):
    """A round whose par is looked for, or was: it is closed for everyone. The par is in the round itself."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="solved")
    moves = models.JSONField(null=True, blank=True)
    """The best line: the moves that reach the par."""

    class Meta:
        indexes = (models.Index(fields=("round",), condition=Q(due=True), name="solved_round_due"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(moves__isnull=True) | Q(due=False, solvers_version__isnull=False),
                name="solved_round_has_its_solvers",
            ),
        )

    def __str__(self) -> str:
        return f"solved round {self.round_id}"
