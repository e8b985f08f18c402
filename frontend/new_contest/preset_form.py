"""The presets on the page for a new contest, each with a button of its own."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from django import forms

from competitions.contests.presets import PRESETS, Preset
from competitions.models.competitions import LONGEST_NAME
from games import GAMES

from ..forms.fields import Hidden

ANY_GAME: Final = (("", "The usual games"), *((slug, game.name) for slug, game in GAMES.items()))
"""The games that can be chosen for a preset; empty keeps the preset's usual games."""


class Offer(NamedTuple):
    """A contest that a preset can make: with the game `slug`, or with the preset's usual games if `slug` is
    empty."""

    slug: str
    sentence: str
    shown: bool


class OfferedPreset(NamedTuple):
    """A preset, with the contest that it makes for each game. The page shows the one for `chosen`."""

    preset: Preset
    chosen: str

    def offers(self) -> Iterator[Offer]:
        for slug, _ in ANY_GAME:
            yield Offer(slug, self.preset.described(GAMES.get(slug)), slug == self.chosen)


def offered(chosen: str) -> Sequence[OfferedPreset]:
    """All presets. Of each, the page shows the contest with the game `chosen`; if none is chosen, the
    one with the preset's usual games."""
    return [OfferedPreset(preset, chosen if chosen in GAMES else "") for preset in PRESETS.values()]


def proposed_name(player: str) -> str:
    """The default name of a contest by this player."""
    return f"{player}'s deal"[:LONGEST_NAME] if player else ""


class ChosenPreset(Hidden):
    """The preset whose button was pressed. If the name has an error, the form is shown again and keeps the
    preset."""

    def clean(self, value: Any) -> Preset | None:
        name = super().clean(value)
        if not name:
            return None
        if name not in PRESETS:
            raise forms.ValidationError("There is no such contest. Choose one of these.")
        return PRESETS[name]
