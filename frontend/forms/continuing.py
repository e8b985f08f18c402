"""The code with which a player goes on in another browser."""

from django import forms

from .fields import AS_TYPED


class CodeForm(forms.Form):
    code = forms.CharField(
        label="Code",
        max_length=64,
        help_text="The twelve letters and digits that your other phone shows.",
        widget=forms.TextInput(attrs={**AS_TYPED, "autocomplete": "one-time-code", "data-from-address": ""}),
    )
