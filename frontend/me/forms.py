"""Forms of a player's own page: name, privacy, table preferences, keys."""

from dataclasses import asdict
from typing import Any, Final

from django import forms

from competitions.accounts.become_account import can_sign_in
from competitions.models import Player, Profile, Speed
from competitions.people.names import NAME_LENGTH

from ..forms.end_keys import OffersToEndKeys
from ..forms.fields import CleanedText, player_name_field

SCOPES: Final = (
    ("play", "Play: join contests, make moves, send results"),
    ("organise", "Organise: start contests, and run your own"),
    ("read", "Read: see everything that you can see"),
)
"""What a key may do, in words."""


class PlayerNameForm(OffersToEndKeys):
    def __init__(self, data: Any = None, *, player: Player, **options: Any) -> None:
        self.user = player
        super().__init__(data, initial={"name": player.name}, **options)
        self.fields["name"] = player_name_field()
        self.fields["name"].help_text = f"{NAME_LENGTH}. It changes in all your contests, including old ones."

    def offers_to_end_keys(self) -> bool:
        """Whether a new name makes the player an account: a guest who can sign in lacks only a free name."""
        return not self.user.account and can_sign_in(self.user)


PROFILES: Final = (
    (Profile.PUBLIC, "Everyone: your ratings, and how you have played"),
    (Profile.PRIVATE, "Nobody: others see only your name, in contests that you joined"),
)


class ProfileForm(forms.Form):
    def __init__(self, data: Any = None, *, player: Player, **options: Any) -> None:
        super().__init__(data, initial={"profile": player.profile}, **options)

    profile = forms.ChoiceField(
        label="Who can see more about you?", choices=PROFILES, widget=forms.RadioSelect
    )


class PreferencesForm(forms.Form):
    """The player's preferences, worded like the options at the card table."""

    def __init__(self, data: Any = None, *, player: Player, **options: Any) -> None:
        super().__init__(data, initial=asdict(player.preferences), **options)

    four_colours = forms.BooleanField(label="Four colours", required=False)
    large_indices = forms.BooleanField(label="Large indices", required=False)
    show_moves = forms.BooleanField(label="Always show what can move", required=False)
    tap_plays = forms.BooleanField(label="A tap plays a card that has only one move", required=False)
    sound = forms.BooleanField(label="Sound", required=False)
    vibration = forms.BooleanField(label="Vibration, if your phone has it", required=False)
    speed = forms.ChoiceField(label="How cards move", choices=Speed.choices, widget=forms.RadioSelect)


class KeyForm(forms.Form):
    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, auto_id="key_%s", **options)  # ids that the form for the name does not use

    name = CleanedText(
        label="What is it for?",
        help_text="A name that you will recognise, such as: My bot.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label="What may it do?",
        choices=SCOPES,
        initial=("play", "read"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick at least one."},
    )
