"""Fields that several forms share."""

import re
import secrets
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from competitions.people.names import LONGEST, SHORTEST
from games.deck import is_seed

AS_TYPED: Final = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
"""HTML attributes of a field for codes, so that browsers do not correct what is typed."""

NAMELESS: Final = {"required": gettext_lazy("Please give a name.")}


def as_code(text: str) -> str:
    """The letters and digits of the code, in lower case. Everything else is dropped, like a full stop copied
    with a link."""
    return re.sub(r"[^0-9a-z]", "", text.lower())


class CleanedText(forms.CharField):
    """A text without NUL, which the database cannot store. A NUL that was sent is dropped, not refused."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\0", "")


def player_name_field() -> forms.CharField:
    """A field for the name of a new player; `register_guest` checks the name. A name that is too long is
    refused, not cut."""
    return CleanedText(
        label=gettext_lazy("Your name"),
        help_text=ngettext(
            "%(least)s to %(most)s character. We ask for nothing else.",
            "%(least)s to %(most)s characters. We ask for nothing else.",
            LONGEST,
        )
        % {"least": SHORTEST, "most": LONGEST},
        error_messages=NAMELESS,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )


class Hidden(forms.CharField):
    """A field that the player does not fill in; it may be empty."""

    def __init__(self, **options: Any) -> None:
        widget = forms.HiddenInput(attrs={"autocomplete": "off"})
        super().__init__(required=False, widget=widget, **options)


class Then(Hidden):
    """What happens after the form succeeds: `play` redirects to the card table. The pressed button sets this
    value, and a form that is shown again with errors keeps the value."""


FORM_NUMBER: Final = r"[0-9a-f]{32}"
"""The pattern of form numbers, which are random, so that nobody can guess one."""


def form_number() -> str:
    """A new number for a form."""
    return secrets.token_hex(16)


class FormNumber(Hidden):
    """A random number in each displayed form. A form that is sent twice is recognised by it."""

    def __init__(self) -> None:
        super().__init__(initial=form_number)


AT_RANDOM: Final = gettext_lazy(
    "Leave it empty for a random deal. The same seed always deals the same cards."
)


class Seed(forms.CharField):
    """The seed of a deal; it may be empty."""

    def __init__(self, *, help_text: Any = AT_RANDOM) -> None:
        widget = forms.TextInput(attrs=AS_TYPED)
        super().__init__(
            label=gettext_lazy("Seed"),
            help_text=help_text,
            required=False,
            max_length=64,
            widget=widget,
        )

    def clean(self, value: Any) -> str:
        seed: str = super().clean(value)
        if seed and not is_seed(seed):
            raise forms.ValidationError(gettext("Use letters A to Z, digits, hyphens and underscores only."))
        return seed


class Minutes(forms.IntegerField):
    """A duration. People enter minutes; the value is in seconds."""

    def __init__(self, *, longest_s: int, required: bool = False, **options: Any) -> None:
        super().__init__(required=required, min_value=1, max_value=longest_s // 60, **options)

    def clean(self, value: Any) -> int | None:
        minutes = super().clean(value)
        return None if minutes is None else minutes * 60


class MomentField(forms.DateTimeField):
    """A time in UTC. A script lets the viewer enter it in their own time zone and sends UTC."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(
            attrs={"type": "datetime-local", "data-moment": ""}, format="%Y-%m-%dT%H:%M"
        )
        super().__init__(required=False, widget=widget, **options)

    def to_python(self, value: Any) -> datetime | None:
        try:
            moment = super().to_python(value)
            return moment and moment.astimezone(UTC)
        except OverflowError:  # the first or the last possible day overflows in another time zone
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


def to_the_minute(moment: datetime | None) -> datetime | None:
    """The time without seconds: what a `MomentField` shows and, if nobody edits the field, sends back."""
    return None if moment is None else moment.replace(second=0, microsecond=0)
