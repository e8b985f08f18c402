"""The secret addresses of players' calendars."""

from django.db import models

from .players import Player


class CalendarKey(models.Model):
    """The secret in the address of a player's calendar. It opens nothing but that calendar, and only its hash
    is stored."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="calendar_key", primary_key=True
    )
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.player_id}"
