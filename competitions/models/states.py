"""The states of competitions and rounds over time."""

from typing import Final

from django.db import models

from .competitions import MOST_ROUNDS, Competition

LETTERS: Final = {"s": "scheduled", "o": "open", "c": "closed"}
"""The letters that stand for the states of a round, in the order in which a round passes through them."""


class StateChange(models.Model):
    """The states of a competition and of its rounds from the time `at` until the next change."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="state_changes", db_index=False
    )
    event = models.PositiveBigIntegerField()
    """The number of the change among the competition's events."""
    at = models.DateTimeField()
    state = models.CharField(max_length=9)
    """The state of the competition."""
    rounds = models.CharField(max_length=MOST_ROUNDS)
    """The states of the rounds: one letter for each round, in the order of rounds."""
    frozen = models.BooleanField(default=False)
    """Whether the standings are frozen."""

    class Meta:
        ordering = ("event",)
        constraints = (models.UniqueConstraint(fields=("competition", "event"), name="state_numbered_once"),)

    def __str__(self) -> str:
        return f"{self.competition_id} is {self.state}"

    @property
    def states_of_rounds(self) -> list[str]:
        return [LETTERS[letter] for letter in self.rounds]
