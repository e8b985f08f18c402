"""The presets on the page that starts a contest: each is a button that says which one it is."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from django import forms

from competitions.contests.presets import PRESETS, Preset
from competitions.models.competitions import LONGEST_NAME
from games import GAMES

from ..forms.fields import Hidden

ANY_GAME: Final = (("", "As it says below"), *((slug, game.name) for slug, game in GAMES.items()))
"""The games that a preset can be asked for; empty for its usual ones."""


class Offer(NamedTuple):
    """What comes out of a preset, for one game or its usual ones."""

    slug: str
    sentence: str
    shown: bool


class OfferedPreset(NamedTuple):
    """A preset, and what comes out of it for each game; that of the game that is chosen is shown."""

    preset: Preset
    chosen: str

    def offers(self) -> Iterator[Offer]:
        for slug, _ in ANY_GAME:
            yield Offer(slug, self.preset.described(GAMES.get(slug)), slug == self.chosen)


def offered(chosen: str) -> Sequence[OfferedPreset]:
    """All presets, for the game of this slug, or for their usual games if there is none."""
    return [OfferedPreset(preset, chosen if chosen in GAMES else "") for preset in PRESETS.values()]


def proposed_name(player: str) -> str:
    """What a contest of this player's is called, unless they call it something else."""
    return f"{player}'s deal"[:LONGEST_NAME] if player else ""


class ChosenPreset(Hidden):
    """The preset whose button was pressed. It is kept for the next try, when a name has been corrected."""

    def clean(self, value: Any) -> Preset | None:
        name = super().clean(value)
        if not name:
            return None
        if name not in PRESETS:
            raise forms.ValidationError("There is no such contest. Choose one of these.")
        return PRESETS[name]
