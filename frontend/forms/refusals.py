"""Shows the refusal of a use case beside the field that is wrong."""

from collections.abc import Mapping, Sequence

from django import forms

from competitions.refusals import Refusal

FIELDS = {"name_taken": "name", "bad_invite": "invite"}
"""The field that a refusal without `errors` is about."""


def show_refusal(form: forms.Form, refusal: Refusal) -> None:
    """Add the refusal to `form`, each fault at the field of its name or at the form as a whole."""
    errors = refusal.facts.get("errors") or {FIELDS.get(refusal.code): [refusal.detail]}
    for field, sentences in errors.items():
        if isinstance(sentences, dict):
            sentences = _of_rounds(sentences)
        form.add_error(field if field in form.fields else None, sentences)


def show_refusal_by_rounds(form: forms.Form, rounds: Sequence[forms.Form], refusal: Refusal) -> None:
    """The same, with a form for each of the `rounds`, where the errors of that round are shown."""
    by_round = refusal.facts.get("errors", {}).get("rounds")
    if not isinstance(by_round, dict):
        show_refusal(form, refusal)
        return
    for index, faults in by_round.items():
        for field, sentences in faults.items():
            rounds[index].add_error(field if field in rounds[index].fields else None, sentences)


def _of_rounds(faults: Mapping[int, Mapping[str, list[str]]]) -> list[str]:
    """What is wrong with rounds, in a form that has none."""
    return [
        f"Round {index + 1}: {sentence}"
        for index, by_field in faults.items()
        for sentences in by_field.values()
        for sentence in sentences
    ]
