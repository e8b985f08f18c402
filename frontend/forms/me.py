"""What players change about themselves: their name, and their keys."""

from typing import Any, Final

from django import forms

from competitions.models import Player

from .fields import player_name_field

SCOPES: Final = (
    ("play", "Play: join contests, make moves, send results"),
    ("organise", "Organise: announce contests, and run yours"),
    ("read", "Read: see all that you may see"),
)
"""What a key may do, in words."""


class PlayerNameForm(forms.Form):
    def __init__(self, data: Any = None, *, player: Player, **options: Any) -> None:
        super().__init__(data, initial={"name": player.name}, **options)
        self.fields["name"] = player_name_field()
        self.fields["name"].help_text = "2 to 24 characters. It changes in all your contests, old ones too."


class KeyForm(forms.Form):
    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, auto_id="key_%s", **options)  # the other form on the page has a name too

    name = forms.CharField(
        label="What is it for?",
        help_text="So that you know it again: My bot, say.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label="What may it do?",
        choices=SCOPES,
        initial=("play", "read"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick at least one."},
    )
