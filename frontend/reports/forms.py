"""Forms that players send to the staff: a report, and a reply to a measure."""

from django import forms

from competitions.models import Ground
from competitions.moderation.measures import LONGEST_REPLY
from competitions.moderation.reports_to_staff import LONGEST_TEXT


class ReportForm(forms.Form):
    ground = forms.ChoiceField(
        label="Why",
        choices=Ground.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Please choose one."},
    )
    text = forms.CharField(
        label="What else the staff should know",
        help_text=f"Optional. Up to {LONGEST_TEXT} characters; only the staff read it.",
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ReplyForm(forms.Form):
    text = forms.CharField(
        label="Your answer",
        help_text=f"Once, and up to {LONGEST_REPLY:,} characters. The staff read it.",
        error_messages={"required": "Please write something."},
        widget=forms.Textarea(attrs={"rows": 4}),
    )
