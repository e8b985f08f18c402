"""What players have behind them: results that are filed with their places, and how often each score."""

from django.db import models
from django.db.models import Q

from .competitions import Round
from .entries import Attempt
from .players import Player


class FiledRound(models.Model):
    """A round whose results are filed: it is closed for everyone, and no freeze hides anything of it. They
    stay as they are, unless an act changes what counts."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="filed")
    due = models.BooleanField(default=True)
    """Whether they are still to be filed: for the first time, or again because of an act."""
    version = models.PositiveIntegerField(default=1)
    """How often that was asked for. What was worked out for an earlier version is not stored."""
    up_to = models.CharField(max_length=32, blank=True, default="", db_default="")
    """The last player whose results are filed, by the order of their keys; empty: none yet."""

    class Meta:
        indexes = (models.Index(fields=("round",), condition=Q(due=True), name="filed_round_due"),)

    def __str__(self) -> str:
        return f"filed round {self.round_id}"


class FiledResult(models.Model):
    """What an entry's attempt came to at a filed round, among all results there."""

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, primary_key=True, related_name="filed")
    filed_round = models.ForeignKey(
        FiledRound, on_delete=models.CASCADE, related_name="results", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    everyone = models.BooleanField()
    """Whether everyone may know of it; else who was in the competition, and who organises it."""
    game_slug = models.CharField(max_length=32)
    score = models.SmallIntegerField()
    won = models.BooleanField()
    rank = models.PositiveIntegerField()
    """The place in the round; equals share one."""
    field = models.PositiveIntegerField()
    """How many have a result at the round."""
    ended_at = models.DateTimeField()
    daily = models.PositiveIntegerField(null=True, blank=True)
    """The number of the daily, if it is one and at least one move was made."""

    class Meta:
        indexes = (
            models.Index(fields=("player", "everyone", "ended_at", "attempt"), name="filed_of_player"),
        )
        constraints = (models.UniqueConstraint(fields=("filed_round", "player"), name="filed_once_a_round"),)

    def __str__(self) -> str:
        return f"filed attempt {self.attempt_id}"


class DailyTally(models.Model):
    """Which dailies of a game a player has played, of those whose results are filed."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    game_slug = models.CharField(max_length=32)
    bits = models.BinaryField(default=bytes)
    """One for each daily, by its number; the lowest bit of the first byte is number 0, which is none."""

    class Meta:
        verbose_name_plural = "daily tallies"
        constraints = (
            models.UniqueConstraint(fields=("player", "game_slug"), name="daily_tally_once_a_game"),
        )

    def __str__(self) -> str:
        return f"dailies of {self.game_slug} of {self.player_id}"

    @property
    def numbers(self) -> set[int]:
        """The numbers of the dailies that were played."""
        return {8 * at + bit for at, byte in enumerate(self.bits) for bit in range(8) if byte >> bit & 1}

    def note(self, number: int, *, played: bool) -> None:
        """Whether the daily with this number was played; it is not saved."""
        bits, bit = int.from_bytes(self.bits, "little"), 1 << number
        bits = bits | bit if played else bits & ~bit
        self.bits = bits.to_bytes(-(-bits.bit_length() // 8), "little")


class Tally(models.Model):
    """How many filed results of a player at a game have one score."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    game_slug = models.CharField(max_length=32)
    everyone = models.BooleanField()
    """Whether it counts those that everyone may know of, or the others."""
    score = models.SmallIntegerField()
    times = models.PositiveIntegerField(default=0)
    """None, if those that were counted count no more."""
    won = models.PositiveIntegerField(default=0)
    """How many of them were won."""

    class Meta:
        verbose_name_plural = "tallies"
        constraints = (
            models.UniqueConstraint(
                fields=("player", "everyone", "game_slug", "score"), name="tally_once_a_score"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_slug} of {self.player_id}"
