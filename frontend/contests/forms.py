"""The search form of the list of contests."""

from django import forms

from competitions.models import Play
from games import GAMES

from .search import LONGEST_SEARCH, ContestSearch

STATES = (
    ("", "Any"),
    ("running", "To play now"),
    ("scheduled", "Starting soon"),
    ("over", "Finished"),
    ("cancelled", "Cancelled"),
)

TITLES = {
    "": "Contests",
    "running": "Contests to play now",
    "scheduled": "Contests that start soon",
    "over": "Finished contests",
    "cancelled": "Cancelled contests",
}
"""The title of the list, by the state searched for."""

GAME_NAMES = (("", "Any"), *((slug, game.name) for slug, game in GAMES.items()))

PLAYS = (("", "Any"), (Play.SEALED, "Sealed"), (Play.OPEN, "Open"))


class SearchForm(forms.Form):
    """Words from a contest's name, and filters. Empty fields match everything."""

    q = forms.CharField(
        label="Find by name",
        required=False,
        max_length=LONGEST_SEARCH,
        error_messages={"max_length": "This is longer than any name: at most %(limit_value)d characters."},
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}),
    )
    state = forms.ChoiceField(label="State", required=False, choices=STATES)
    game = forms.ChoiceField(label="Game", required=False, choices=GAME_NAMES)
    play = forms.ChoiceField(label="Play", required=False, choices=PLAYS)

    @property
    def search(self) -> ContestSearch:
        """The search of a valid form."""
        asked = self.cleaned_data
        return ContestSearch(words=asked["q"], state=asked["state"], game=asked["game"], play=asked["play"])
