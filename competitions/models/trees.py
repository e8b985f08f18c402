"""The games of a round as one tree, kept so that it is not grown for every reader."""

from django.db import models

from .competitions import Round


class RoundTree(models.Model):
    """How the games of a round run together and split."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="tree")
    as_of = models.PositiveBigIntegerField()
    """The number of the last event, when it was grown, that might have changed which games count."""
    least = models.PositiveIntegerField()
    branches = models.JSONField()
    """Lists, one for each branch: see `solving/tree/grow_tree`."""

    def __str__(self) -> str:
        return f"tree of round {self.round_id}"
