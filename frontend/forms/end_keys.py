"""Ending all API tokens of a player (the keys for their apps and bots), together with a change that makes the
player's account safer."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_lazy

from competitions.models import Player
from competitions.people.shut_out import end_all_tokens
from competitions.people.tokens import live_tokens

END_KEYS: Final = "end_keys"
"""The name of the form field that ends all keys."""


class OffersToEndKeys(forms.Form):
    """A form with a checkbox that also ends all API tokens (keys) of its player, and lists them. The checkbox
    is ticked at first. A player without tokens sees no checkbox."""

    user: Player

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        names = [key.name for key in live_tokens(self.user)] if self.offers_to_end_keys() else []
        if names:
            self.fields[END_KEYS] = forms.BooleanField(
                label=gettext_lazy("End all keys for apps and bots"),
                help_text=self.listed_keys(names),
                initial=True,
                required=False,
            )

    def offers_to_end_keys(self) -> bool:
        return True

    def listed_keys(self, names: Sequence[str]) -> str:
        listed = format_html_join(gettext(", "), '<bdi lang="">{}</bdi>', ((name,) for name in names))
        return format_html(
            gettext("{names}. Apps and bots that still need one get a new one on your page."), names=listed
        )


def end_keys_if_ticked(request: HttpRequest, player: Player) -> None:
    """End all keys (API tokens) of the player if the box was ticked in the submitted form. Raises Refusal if
    the player was signed out."""
    if request.POST.get(END_KEYS):
        end_all_tokens(player=player, now=timezone.now())
