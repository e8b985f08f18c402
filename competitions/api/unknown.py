"""Warnings about fields of a body that the form does not know and ignores. Such a field may be a misspelt
setting."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.serializers import Field, ListSerializer, Serializer

from ..translatable import with_facts

MOST: Final = 20
"""How many unknown fields one answer warns about at most."""

LONGEST: Final = 80
"""How many characters of a field's name a warning repeats at most."""

FIELD: Final = "warnings"

WARNINGS: Final = "evendeal.warnings"
"""The key in a request's `META` under which `note_unknown` stores the warnings."""


def note_unknown(form: Serializer, body: Mapping[str, Any], request: Request) -> None:
    """Remember the fields of the body that `form` does not know. `with_warnings` adds them to the answer."""
    if found := list(islice(_unknown(form, body, ""), MOST)):
        request.META[WARNINGS] = found


def with_warnings(request: Request, answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer, with the warnings that its request caused, if there are any."""
    warnings = request.META.get(WARNINGS)
    return {**answer, FIELD: warnings} if warnings else answer


def _unknown(form: Serializer, body: Mapping[str, Any], within: str) -> Iterator[dict[str, str]]:
    known = form.fields
    for name in body:
        if name not in known:
            yield {"field": f"{within}{_short(name)}", "message": _message(name, known)}
    for name, field in known.items():
        for at, nested, value in _nested(field, body.get(name)):
            yield from _unknown(nested, value, f"{within}{name}{at}.")


def _nested(field: Field, value: Any) -> Iterator[tuple[str, Serializer, Mapping[str, Any]]]:
    """Yield the index, the form and the value of each object in a field. The index is like `[0]`; it is empty
    if the field is not a list."""
    if isinstance(field, ListSerializer) and isinstance(value, list):
        for index, each in enumerate(value):
            if isinstance(field.child, Serializer) and isinstance(each, dict):
                yield f"[{index}]", field.child, each
    elif isinstance(field, Serializer) and isinstance(value, dict):
        yield "", field, value


def _message(name: str, known: Mapping[str, Any]) -> str:
    close = get_close_matches(_short(name), known, n=1)
    if not close:
        return gettext("There is no such field.")
    sentences = _("There is no such field. Did you mean %(field)s?")
    return str(with_facts(sentences, field=close[0]))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
