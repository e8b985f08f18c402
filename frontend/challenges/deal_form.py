"""The choice of a deal: a seed and the game's options."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.contests.challenge import friendly_seed
from games.game import Game

from ..forms.fields import Seed
from ..wording.words import way_in_words
from .deal_links import LinkedDeal


class DealForm(forms.Form):
    """The fields of a deal, read from the query; missing options take the game's defaults."""

    seed = Seed()

    def __init__(self, query: Mapping[str, Any], *, game: Game) -> None:
        super().__init__({**game.settle_rules({}), **query})
        self.game = game
        for option, values in game.options.items():
            choices = [(value, way_in_words(option, value)) for value in values]
            self.fields[option] = forms.ChoiceField(label=_("Way to play"), choices=choices)

    def deal(self) -> LinkedDeal:
        """The chosen deal; with a random seed if none was given."""
        rules = {option: self.cleaned_data[option] for option in self.game.options}
        return LinkedDeal(self.game, rules, self.cleaned_data["seed"] or friendly_seed())
