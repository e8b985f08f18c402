"""Adding a webhook."""

from django import forms

from competitions.models.hooks import LONGEST_URL

from ..hooks import TYPES
from .fields import AS_TYPED


class HookForm(forms.Form):
    url = forms.CharField(
        label="Where to",
        help_text="An address that begins with https:// and is on the public internet.",
        max_length=LONGEST_URL,
        error_messages={"required": "Please give an address."},
        widget=forms.TextInput(attrs={**AS_TYPED, "inputmode": "url"}),
    )
    events = forms.MultipleChoiceField(
        label="Tell it when",
        choices=list(TYPES.items()),
        initial=list(TYPES),
        error_messages={"required": "Please choose at least one."},
        widget=forms.CheckboxSelectMultiple,
    )
