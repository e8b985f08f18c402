"""The form behind the button that makes a duel: the game and the opponent."""

from typing import Any

from django import forms

from competitions.contests.duels import MOST_ROUNDS_OF_A_DUEL
from competitions.models import Player
from competitions.translatable import of_game
from games import GAMES
from games.game import RulesError


class DuelButtonForm(forms.Form):
    """The fields of a duel, and the options of the game's rules, each under the option's name. A missing
    option takes its default."""

    game = forms.ChoiceField(choices=[(slug, of_game(game.title)) for slug, game in GAMES.items()])
    rounds = forms.IntegerField(required=False, min_value=1, max_value=MOST_ROUNDS_OF_A_DUEL)
    against = forms.ModelChoiceField(Player.objects.all(), required=False)

    def clean(self) -> dict[str, Any]:
        fields = self.cleaned_data
        if "game" not in fields:
            return fields
        game = GAMES[fields["game"]]
        given = {option: self.data[option] for option in game.options if option in self.data}
        try:
            rules = game.settle_rules(given)
        except RulesError as fault:
            raise forms.ValidationError(str(fault)) from None
        return {**fields, "game": game, "rules": rules, "rounds": fields.get("rounds") or 1}
