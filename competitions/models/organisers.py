"""Co-organisers of competitions."""

from typing import Final

from django.db import models

from .competitions import Competition
from .players import Player

MOST_CO_ORGANISERS: Final = 20


class CoOrganiser(models.Model):
    """A player who organises a competition together with its owner; see `Competition.shared`."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="co_organisers", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="co_organised")
    since = models.DateTimeField()

    class Meta:
        ordering = ("since", "pk")
        constraints = (
            models.UniqueConstraint(fields=("competition", "player"), name="co_organiser_once_a_player"),
        )

    def __str__(self) -> str:
        return f"co-organiser of {self.competition_id}"
