"""The calendar of the deals of the day."""

from django.db import models
from django.db.models import Q


class Daily(models.Model):
    """The place of a competition in the calendar: which game's deal it is of which day."""

    game_slug = models.CharField(max_length=32)
    date = models.DateField()
    """The day, by UTC, on which it is open."""
    number = models.PositiveIntegerField()
    """1 for this site's first daily of the game, and so on without a gap."""

    class Meta:
        verbose_name_plural = "dailies"
        constraints = (
            models.UniqueConstraint(fields=("game_slug", "date"), name="daily_once_a_day"),
            models.UniqueConstraint(fields=("game_slug", "number"), name="daily_numbered_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="daily_number_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.game_slug} of {self.date}"
