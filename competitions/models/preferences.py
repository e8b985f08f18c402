"""How a player likes the table."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.db import models


class Speed(models.TextChoices):
    """How cards move from one place to another."""

    USUAL = "usual", "As usual"
    FAST = "fast", "Fast"
    AT_ONCE = "at_once", "Not at all: they are there at once"


@dataclass(frozen=True)
class Preferences:
    """What a player has chosen, and what holds as long as they have not."""

    four_colours: bool = False
    large_indices: bool = False
    show_moves: bool = False
    """What can be picked up is always marked."""
    tap_plays: bool = False
    """A tap makes the only move of a card."""
    speed: str = Speed.USUAL
    sound: bool = False
    vibration: bool = False

    @classmethod
    def of(cls, chosen: Mapping[str, Any] | None) -> "Preferences":
        """Those that were `chosen`; what this release does not know is left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in (chosen or {}).items() if name in known})
