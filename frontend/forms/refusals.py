"""Shows the refusal of a use case beside the faulty field."""

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext

from competitions.refusals import Refusal

FIELDS = {"name_taken": "name", "bad_invite": "invite"}
"""For refusals that do not name a field in `errors`: the faulty field, by the refusal's code."""


def show_refusal(form: forms.Form, refusal: Refusal) -> None:
    """Add the refusal to `form`: each error at its field, or at the whole form if it has no such field."""
    errors = refusal.facts.get("errors") or {FIELDS.get(refusal.code): [refusal.detail]}
    for field, sentences in errors.items():
        if isinstance(sentences, dict):
            sentences = _of_rounds(sentences)
        form.add_error(field if field in form.fields else None, sentences)


def show_refusal_by_rounds(form: forms.Form, rounds: Sequence[forms.Form], refusal: Refusal) -> None:
    """If the refusal has errors of rounds, add only these, to the forms in `rounds`. Otherwise add the
    refusal to `form`."""
    by_round = refusal.facts.get("errors", {}).get("rounds")
    if not isinstance(by_round, dict):
        show_refusal(form, refusal)
        return
    for index, faults in by_round.items():
        for field, sentences in faults.items():
            rounds[index].add_error(field if field in rounds[index].fields else None, sentences)


def _of_rounds(faults: Mapping[int, Mapping[str, list[str]]]) -> list[str]:
    """The errors of all rounds in one list, for a form that shows no rounds."""
    return [
        gettext("Round %(number)s: %(fault)s") % {"number": index + 1, "fault": sentence}
        for index, by_field in faults.items()
        for sentences in by_field.values()
        for sentence in sentences
    ]
