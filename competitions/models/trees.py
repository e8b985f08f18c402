"""Stored trees of the games of a round, so that not every reader grows one."""

from django.db import models

from .competitions import Round


class RoundTree(models.Model):
    """The tree of the games of a round: where they agree and where they part."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="tree")
    as_of = models.PositiveBigIntegerField()
    """The last event, when it was grown, that could change which games count."""
    least = models.PositiveIntegerField()
    branches = models.JSONField()
    """A list for each branch; see `solving/tree/grow_tree`."""

    def __str__(self) -> str:
        return f"tree of round {self.round_id}"
