"""The search form of the list of contests."""

from django import forms
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from competitions.models import Play
from competitions.translatable import of_game
from games import GAMES

from .search import LONGEST_SEARCH, ContestSearch

STATES = (
    ("", pgettext_lazy("state of a contest", "Any")),
    ("running", gettext_lazy("To play now")),
    ("scheduled", gettext_lazy("Starting soon")),
    ("over", pgettext_lazy("state of a contest", "Finished")),
    ("cancelled", gettext_lazy("Cancelled")),
)

TITLES = {
    "": gettext_lazy("Contests"),
    "running": gettext_lazy("Contests to play now"),
    "scheduled": gettext_lazy("Contests that start soon"),
    "over": gettext_lazy("Finished contests"),
    "cancelled": gettext_lazy("Cancelled contests"),
}
"""The title of the list, by the state searched for."""

GAME_NAMES = (
    ("", pgettext_lazy("game", "Any")),
    *((slug, of_game(game.title)) for slug, game in GAMES.items()),
)

PLAYS = (
    ("", pgettext_lazy("kind of play", "Any")),
    (Play.SEALED, pgettext_lazy("kind of play", "Sealed")),
    (Play.OPEN, pgettext_lazy("kind of play", "Open")),
)


class SearchForm(forms.Form):
    """Words from a contest's name, and filters. Empty fields match everything."""

    q = forms.CharField(
        label=gettext_lazy("Find by name"),
        required=False,
        max_length=LONGEST_SEARCH,
        error_messages={
            "max_length": ngettext_lazy(
                "This is longer than any name: at most %(limit_value)d character.",
                "This is longer than any name: at most %(limit_value)d characters.",
                "limit_value",
            )
        },
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}),
    )
    state = forms.ChoiceField(label=gettext_lazy("State"), required=False, choices=STATES)
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False, choices=GAME_NAMES)
    play = forms.ChoiceField(label=pgettext_lazy("kind of play", "Play"), required=False, choices=PLAYS)

    @property
    def search(self) -> ContestSearch:
        """The search of a valid form."""
        asked = self.cleaned_data
        return ContestSearch(words=asked["q"], state=asked["state"], game=asked["game"], play=asked["play"])
