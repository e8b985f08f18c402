"""Knowing a form that is sent again: when a button is pressed twice, or an answer is lost."""

import hashlib
import json
import re
from typing import Final

from django.http import HttpRequest

from ..forms.fields import FORM_NUMBER

CSRF_FIELD: Final = "csrfmiddlewaretoken"


def number_of_form(request: HttpRequest) -> str | None:
    """The number that the form was shown with, which this page alone knows; None for a form without one, or
    with one that we have not made."""
    number = request.POST.get("number", "")
    return number if re.fullmatch(FORM_NUMBER, number) else None


def key_of_form(request: HttpRequest) -> str | None:
    """Equal if the same form, by its `number` (`fields.FormNumber`), is sent again with the same words; None
    for a form without a number."""
    if not request.POST.get("number"):
        return None
    sent = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name != CSRF_FIELD]
    return hashlib.sha256(json.dumps(sent).encode()).hexdigest()
