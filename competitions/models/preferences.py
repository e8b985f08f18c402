"""Preferences for the card table."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class Speed(models.TextChoices):
    """How fast cards move."""

    USUAL = "usual", _("As usual")
    FAST = "fast", _("Fast")
    AT_ONCE = "at_once", _("Not at all: they are there at once")


@dataclass(frozen=True)
class Preferences:
    """A player's preferences. A field that the player has not set has its default."""

    four_colours: bool = False
    large_indices: bool = False
    show_moves: bool = False
    """Whether the cards that can be picked up are always marked."""
    tap_plays: bool = False
    """Whether a tap on a card makes the card's move, if the card has only one move."""
    speed: str = Speed.USUAL
    sound: bool = False
    vibration: bool = False

    @classmethod
    def of(cls, chosen: Mapping[str, Any] | None) -> "Preferences":
        """Return the preferences with the values of `chosen`. Names that this release does not know are
        ignored."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in (chosen or {}).items() if name in known})
