"""Showing a use case's refusal beside the field that is at fault."""

from django import forms

from competitions.refusals import Refusal

from .fields import NamingForm

FIELDS = {"name_taken": "name", "bad_invite": "invite"}
"""The field that a refusal without `errors` is about."""


def show_refusal(form: forms.Form, refusal: Refusal) -> None:
    """Add the refusal to `form`, each fault at the field of its name or at the form as a whole."""
    errors = refusal.facts.get("errors") or {FIELDS.get(refusal.code): [refusal.detail]}
    if isinstance(form, NamingForm):
        form.free_names = refusal.facts.get("suggestions", ())
    for field, sentences in errors.items():
        form.add_error(field if field in form.fields else None, sentences)
