"""Ghosts: closed rounds that a player plays again for themselves. A ghost belongs to a player, not to an
entry."""

import json
from datetime import datetime

from django.db import models
from django.db.models import Q

from .competitions import Round
from .ids import PublicIdField
from .players import Player
from .windows import is_over


class Ghost(models.Model):
    """A player's private game of a closed round's deal, with a clock of its own. A ghost does not count, and
    only its player sees it.

    Each change is one UPDATE. It takes effect only if takebacks and moves are still as they were read.
    """

    id = PublicIdField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ghosts", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="ghosts")
    started_at = models.DateTimeField()
    times_out_at = models.DateTimeField(null=True, blank=True)
    """When the ghost reaches its time limit; null without a limit."""
    takebacks = models.PositiveIntegerField(default=0)
    moves = models.TextField(default="[]")
    """A JSON list of moves in canonical form."""
    moves_made = models.PositiveSmallIntegerField(default=0)
    elapsed_ms = models.PositiveBigIntegerField(default=0)
    """The milliseconds from the player's first view of the cards to the last move."""
    ended_at = models.DateTimeField(null=True, blank=True)
    score = models.SmallIntegerField(null=True, blank=True)
    won = models.BooleanField(default=False)
    finished = models.BooleanField(default=False)
    """Whether the game was played to its end. If false, an ended ghost was given up or timed out."""

    class Meta:
        indexes = (
            models.Index(fields=("player", "started_at"), name="ghost_of_player"),
            models.Index(fields=("started_at",), name="ghost_by_age"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("player", "round"), condition=Q(ended_at=None), name="ghost_running_once_a_round"
            ),
            models.CheckConstraint(condition=Q(won=False) | Q(finished=True), name="ghost_won_is_finished"),
            models.CheckConstraint(
                condition=Q(finished=False) | Q(ended_at__isnull=False), name="ghost_finished_has_ended"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) ^ Q(score__isnull=False), name="ghost_ends_with_a_score"
            ),
        )

    def __str__(self) -> str:
        return f"ghost {self.id}"

    @classmethod
    def read(cls, ghost_id: str) -> "Ghost":
        """Read the ghost with this id, its player, round, competition and deal. Raises DoesNotExist."""
        return cls.objects.select_related("player", "round__competition", "round__deal").get(pk=ghost_id)

    @property
    def move_list(self) -> list[str]:
        moves: list[str] = json.loads(self.moves)
        return moves

    @property
    def state(self) -> str:
        return "running" if self.ended_at is None else "finished"

    @property
    def deadline(self) -> datetime | None:
        """When the ghost ends: at its time limit; None without a limit. No close of the round ends the ghost,
        since the round is closed already."""
        return self.times_out_at

    def is_overdue(self, now: datetime) -> bool:
        return self.ended_at is None and is_over(self.times_out_at, now)
