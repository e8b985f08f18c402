"""Taking up a challenge: a name, for visitors who are not players yet, and the moves made so far."""

from typing import Any

from django import forms

from competitions.models import Player
from games.logs import LogError, read_json

from .fields import FormNumber, Then, player_name_field


class Moves(forms.CharField):
    """A JSON list of moves that a script fills in; empty without scripts."""

    def __init__(self) -> None:
        widget = forms.HiddenInput(attrs={"autocomplete": "off"})
        super().__init__(required=False, widget=widget)

    def clean(self, value: Any) -> list[str]:
        text = super().clean(value)
        try:
            moves = read_json(text.encode()) if text else []
        except LogError:
            moves = None
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise forms.ValidationError("The moves that came with it cannot be read.")
        return moves


class ChallengeForm(forms.Form):
    moves = Moves()
    then = Then()

    def __init__(self, *args: Any, viewer: Player | None, **options: Any) -> None:
        super().__init__(*args, **options)
        if viewer is None:
            self.fields["name"] = player_name_field()
            self.fields["number"] = FormNumber()
