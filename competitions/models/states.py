"""What states a competition and its rounds came to, in order: the history of what time and organisers did."""

from typing import Final

from django.db import models

from .competitions import MOST_ROUNDS, Competition

LETTERS: Final = {"s": "scheduled", "o": "open", "c": "closed"}
"""The states of a round, by the letters in which they are kept, in the order of a round's life."""


class StateChange(models.Model):
    """From then on the competition and its rounds were in these states, until the next one."""

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="state_changes", db_index=False
    )
    event = models.PositiveBigIntegerField()
    """Its number among the competition's events."""
    at = models.DateTimeField()
    state = models.CharField(max_length=9)
    """The competition's."""
    rounds = models.CharField(max_length=MOST_ROUNDS)
    """A letter for the state of each round, in their order."""
    frozen = models.BooleanField(default=False)
    """Whether the standings stay what they are until the close."""

    class Meta:
        ordering = ("event",)
        constraints = (models.UniqueConstraint(fields=("competition", "event"), name="state_numbered_once"),)

    def __str__(self) -> str:
        return f"{self.competition_id} is {self.state}"

    @property
    def states_of_rounds(self) -> list[str]:
        return [LETTERS[letter] for letter in self.rounds]
