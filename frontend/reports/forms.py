"""Forms that players send to the staff: a report, and a reply to a measure such as a ban."""

from django import forms
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from competitions.models import Ground
from competitions.moderation.measures import LONGEST_REPLY
from competitions.moderation.reports_to_staff import LONGEST_TEXT


class ReportForm(forms.Form):
    ground = forms.ChoiceField(
        label=_("Why"),
        choices=Ground.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Please choose one.")},
    )
    text = forms.CharField(
        label=_("What else the staff should know"),
        help_text=format_lazy(
            ngettext_lazy(
                "Optional. Up to {most} character; only the staff read it.",
                "Optional. Up to {most} characters; only the staff read it.",
                LONGEST_TEXT,
            ),
            most=LONGEST_TEXT,
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ReplyForm(forms.Form):
    text = forms.CharField(
        label=_("Your answer"),
        help_text=format_lazy(
            ngettext_lazy(
                "Once, and up to {most} character. The staff read it.",
                "Once, and up to {most} characters. The staff read it.",
                LONGEST_REPLY,
            ),
            most=lazy(number_format, str)(LONGEST_REPLY, force_grouping=True),
        ),
        error_messages={"required": _("Please write something.")},
        widget=forms.Textarea(attrs={"rows": 4}),
    )
