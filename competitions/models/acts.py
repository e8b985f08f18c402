"""The audit trail: what an organiser did to a competition, and when."""

from django.db import models

from .events import Competition
from .players import Player


class Act(models.Model):
    """One act, never changed or deleted afterwards."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="acts")
    actor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=16)
    reason = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return f"{self.act} of {self.competition_id}"
