"""The presets on the page for a new contest, each with a button of its own."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.contests.presets import PRESETS, Preset
from competitions.models.competitions import LONGEST_NAME
from competitions.people.given_names import shown_name
from competitions.translatable import of_game
from games import GAMES

from ..forms.fields import Hidden
from .preset_words import TITLES, preset_sentence

ANY_GAME: Final = (
    ("", _("The usual games")),
    *((slug, of_game(game.title)) for slug, game in GAMES.items()),
)
"""The games that can be chosen for a preset: slugs and names. The empty slug keeps the preset's usual
games."""


class Offer(NamedTuple):
    """A contest that a preset can make: with the game `slug`, or with the preset's usual games if `slug` is
    empty."""

    slug: str
    sentence: str
    shown: bool


class OfferedPreset(NamedTuple):
    """A preset as the page offers it. The page describes the contest with the game `chosen`, a slug; if
    `chosen` is empty, with the preset's usual games."""

    preset: Preset
    chosen: str

    @property
    def title(self) -> str | Promise:
        return TITLES[self.preset.name]

    def offers(self) -> Iterator[Offer]:
        for slug, _name in ANY_GAME:
            yield Offer(slug, preset_sentence(self.preset, GAMES.get(slug)), slug == self.chosen)


def offered(chosen: str) -> Sequence[OfferedPreset]:
    """All presets, described with the game `chosen`. If that is no game, each preset has its usual games."""
    return [OfferedPreset(preset, chosen if chosen in GAMES else "") for preset in PRESETS.values()]


def proposed_name(player: str) -> str:
    """The default name of a contest by this player."""
    if not player:
        return ""
    return (gettext("%(player)s's deal") % {"player": shown_name(player)})[:LONGEST_NAME]


class ChosenPreset(Hidden):
    """The preset whose button was pressed. If the name has an error, the form is shown again and keeps the
    preset."""

    def clean(self, value: Any) -> Preset | None:
        name = super().clean(value)
        if not name:
            return None
        if name not in PRESETS:
            raise forms.ValidationError(_("There is no such contest. Choose one of these."))
        return PRESETS[name]
