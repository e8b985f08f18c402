"""Forms of a player's own page: name, privacy, table preferences, API tokens."""

from dataclasses import asdict
from typing import Any, Final

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from competitions.accounts.become_account import can_sign_in
from competitions.models import Player, Profile, Speed
from competitions.people.given_names import shown_name
from competitions.people.names import LONGEST, SHORTEST

from ..forms.end_keys import OffersToEndKeys
from ..forms.fields import CleanedText, player_name_field

SCOPES: Final = (
    ("play", _("Play: join contests, make moves, send results")),
    ("organise", _("Organise: start contests, and run your own")),
    ("read", _("Read: see everything that you can see")),
)
"""What a key may do, in words."""

SHORT_SCOPES: Final = {"play": _("play"), "organise": _("organise"), "read": _("read")}
"""What a key may do, in words that follow "may"."""


class PlayerNameForm(OffersToEndKeys):
    def __init__(self, data: Any = None, *, player: Player, **options: Any) -> None:
        self.user = player
        super().__init__(data, initial={"name": shown_name(player.name)}, **options)
        self.fields["name"] = player_name_field()
        self.fields["name"].help_text = format_lazy(
            ngettext_lazy(
                "{shortest} to {longest} character. It changes in all your contests, including old ones.",
                "{shortest} to {longest} characters. It changes in all your contests, including old ones.",
                LONGEST,
            ),
            shortest=SHORTEST,
            longest=LONGEST,
        )

    def clean_name(self) -> str:
        """The stored name if the sent name is the one that was shown; otherwise the sent name."""
        name: str = self.cleaned_data["name"]
        return self.user.name if name == shown_name(self.user.name) else name

    def offers_to_end_keys(self) -> bool:
        """Whether a new name makes the player an account: a guest who can sign in lacks only a free name."""
        return not self.user.account and can_sign_in(self.user)


PROFILES: Final = (
    (Profile.PUBLIC, _("Everyone: your ratings, and how you have played")),
    (Profile.PRIVATE, _("Nobody: others see only your name, in contests that you joined")),
)


class ProfileForm(forms.Form):
    def __init__(self, data: Any = None, *, player: Player, **options: Any) -> None:
        super().__init__(data, initial={"profile": player.profile}, **options)

    profile = forms.ChoiceField(
        label=_("Who can see more about you?"), choices=PROFILES, widget=forms.RadioSelect
    )


class PreferencesForm(forms.Form):
    """The player's preferences, worded like the options at the card table."""

    def __init__(self, data: Any = None, *, player: Player, **options: Any) -> None:
        super().__init__(data, initial=asdict(player.preferences), **options)

    four_colours = forms.BooleanField(label=_("Four colours"), required=False)
    large_indices = forms.BooleanField(label=_("Large indices"), required=False)
    show_moves = forms.BooleanField(label=_("Always show what can move"), required=False)
    tap_plays = forms.BooleanField(label=_("A tap plays a card that has only one move"), required=False)
    sound = forms.BooleanField(label=_("Sound"), required=False)
    vibration = forms.BooleanField(label=_("Vibration, if your phone has it"), required=False)
    speed = forms.ChoiceField(label=_("How cards move"), choices=Speed.choices, widget=forms.RadioSelect)


class KeyForm(forms.Form):
    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, auto_id="key_%s", **options)  # ids that the form for the name does not use

    name = CleanedText(
        label=_("What is it for?"),
        help_text=_("A name that you will recognise, such as: My bot."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"),
        choices=SCOPES,
        initial=("play", "read"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one.")},
    )
