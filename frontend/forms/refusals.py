"""A use case's refusal, shown beside the field that is at fault."""

from django import forms

from competitions.problems import Refusal

FIELDS = {"name_taken": "name", "bad_invite": "invite"}
"""The field that a refusal without `errors` is about."""


def show_refusal(form: forms.Form, refusal: Refusal, **renamed: str) -> None:
    """Add the refusal to `form`; `renamed` maps a field of the use case to the form's own name for it."""
    errors = refusal.facts.get("errors") or {FIELDS.get(refusal.code): [refusal.detail]}
    for field, sentences in errors.items():
        shown = renamed.get(field, field)
        for sentence in sentences:
            form.add_error(shown if shown in form.fields else None, sentence)
