"""Makes the key that shows whether a form was sent before: the button was pressed twice, or the answer was
lost.
"""

import hashlib
import json
import re
from typing import Final

from django.http import HttpRequest

from ..forms.fields import FORM_NUMBER

CSRF_FIELD: Final = "csrfmiddlewaretoken"


def number_of_form(request: HttpRequest) -> str | None:
    """The number of the submitted form; None if the number is missing or does not match FORM_NUMBER."""
    number = request.POST.get("number", "")
    return number if re.fullmatch(FORM_NUMBER, number) else None


def key_of_form(request: HttpRequest) -> str | None:
    """A key that is the same whenever the same form is sent again: it is made from the form's `number`
    (`fields.FormNumber`) and content. None without a number."""
    if not request.POST.get("number"):
        return None
    sent = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name != CSRF_FIELD]
    return hashlib.sha256(json.dumps(sent).encode()).hexdigest()
