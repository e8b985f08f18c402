"""The forms for making a circle, joining it, renaming it, and choosing one of its members."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from competitions.models import Member
from competitions.models.competitions import LONGEST_NAME, SHORTEST_NAME
from competitions.people.given_names import shown_name

from ..forms.fields import CleanedText, FormNumber, Hidden
from ..join.forms import VisitorForm


def circle_name_field() -> forms.CharField:
    """A field for the name of a circle; `circle_name` checks the name."""
    return CleanedText(
        label=_("Its name"),
        help_text=format_lazy(
            ngettext_lazy(
                "A family, a class, a club: {shortest} to {longest} character.",
                "A family, a class, a club: {shortest} to {longest} characters.",
                LONGEST_NAME,
            ),
            shortest=SHORTEST_NAME,
            longest=LONGEST_NAME,
        ),
        error_messages={"required": _("Please give it a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class NewCircleForm(VisitorForm):
    circle = circle_name_field()
    number = FormNumber()


class InvitedForm(VisitorForm):
    """A visitor's form that also takes the invitation code from the link."""

    invite = Hidden()


class CircleActForm(forms.Form):
    """The base of forms with which a member changes a circle. `mine` is that member."""

    def __init__(self, *args: Any, mine: Member, **options: Any) -> None:
        super().__init__(*args, **options)
        self.mine = mine


class CircleNameForm(CircleActForm):
    name = circle_name_field()

    def __init__(self, *args: Any, mine: Member, **options: Any) -> None:
        super().__init__(*args, mine=mine, **options)
        self.fields["name"].initial = mine.circle.name


class OtherMemberForm(CircleActForm):
    """A form that chooses another member, by the player's id."""

    def __init__(self, *args: Any, mine: Member, **options: Any) -> None:
        super().__init__(*args, mine=mine, **options)
        others = mine.circle.members.exclude(pk=mine.pk)
        self.fields["member"] = forms.ChoiceField(
            label=_("Who"),
            choices=[(each.player_id, shown_name(each.name)) for each in others],
            widget=forms.Select(attrs={"lang": ""}),
        )
