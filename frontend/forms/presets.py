"""The presets on the page that starts a contest: each is a button that says which one it is."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django import forms

from competitions.organising.plans import Plan
from competitions.organising.presets import PRESETS, Preset
from games import GAMES
from games.game import Game


class OfferedPreset(NamedTuple):
    """A preset, and the game that the page's address names, if any."""

    preset: Preset
    game: Game | None

    @property
    def value(self) -> str:
        """What the button sends."""
        return self.preset.name if self.game is None else f"{self.preset.name} {self.game.slug}"

    @property
    def sentence(self) -> str:
        return self.preset.described(self.game)

    def plan(self, name: str, now: datetime) -> Plan:
        return self.preset.plan(name=name, now=now, game=self.game)


def offered(slug: str) -> Sequence[OfferedPreset]:
    """All presets, for the game of this `slug`, or for their usual games if there is none."""
    return [OfferedPreset(preset, GAMES.get(slug)) for preset in PRESETS.values()]


class ChosenPreset(forms.CharField):
    """The preset whose button was pressed. It is kept for the next try, when a name has been corrected."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off"}))

    def clean(self, value: Any) -> OfferedPreset | None:
        name, _, slug = super().clean(value).partition(" ")
        if not name:
            return None
        if name not in PRESETS or (slug and slug not in GAMES):
            raise forms.ValidationError("There is no such contest. Choose one of these.")
        return OfferedPreset(PRESETS[name], GAMES.get(slug))
