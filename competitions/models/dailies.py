"""The calendar of the dailies, which are the site's competitions for one day."""

from django.db import models
from django.db.models import Q


class Daily(models.Model):
    """The game and the day of a daily competition."""

    game_slug = models.CharField(max_length=32)
    date = models.DateField()
    """The day on which the daily is open, in UTC."""
    number = models.PositiveIntegerField()
    """The number of the daily among the site's dailies of the game: 1 for the first, without gaps."""

    class Meta:
        verbose_name_plural = "dailies"
        constraints = (
            models.UniqueConstraint(fields=("game_slug", "date"), name="daily_once_a_day"),
            models.UniqueConstraint(fields=("game_slug", "number"), name="daily_numbered_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="daily_number_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.game_slug} of {self.date}"
