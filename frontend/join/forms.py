"""Forms for joining: a name for new visitors, an invitation code, or another phone's code."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from competitions.models import Access, Competition, Player

from ..forms.fields import AS_TYPED, FormNumber, Then, as_code, player_name_field


class VisitorForm(forms.Form):
    """A form that asks new visitors for a name."""

    def __init__(self, *args: Any, viewer: Player | None, **options: Any) -> None:
        super().__init__(*args, **options)
        if viewer is None:
            self.fields["name"] = player_name_field()
            self.fields["number"] = FormNumber()


class JoinForm(VisitorForm):
    """A form that joins a contest. A press that deals cards at once sends `unnamed`, not a name: players are
    asked for their name when the game ends."""

    then = Then()

    def __init__(self, *args: Any, competition: Competition, viewer: Player | None, **options: Any) -> None:
        super().__init__(*args, viewer=viewer, **options)
        if viewer is None and "unnamed" in self.data:
            self.fields["name"].required = False
        if competition.access == Access.INVITE and competition.organiser != viewer:
            self.fields["invite"] = forms.CharField(
                label=gettext_lazy("Invite code"),
                help_text=gettext_lazy("The organiser has it."),
                widget=forms.TextInput(attrs=AS_TYPED),
            )

    def clean_invite(self) -> str:
        return as_code(self.cleaned_data["invite"])


def blank_join_form(request: HttpRequest, competition: Competition, viewer: Player | None) -> JoinForm:
    """The empty form, with the invitation code from the link, if any."""
    code = as_code(request.GET.get("invite", ""))
    return JoinForm(competition=competition, viewer=viewer, initial={"invite": code})


class BadgeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=64,
        help_text=gettext_lazy("The fifteen letters and digits on your badge."),
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    number = FormNumber()
    then = Then()


class CodeForm(forms.Form):
    number = FormNumber()
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=64,
        help_text=gettext_lazy("The twelve letters and digits that your other phone shows."),
        widget=forms.TextInput(attrs={**AS_TYPED, "autocomplete": "one-time-code", "data-from-address": ""}),
    )
