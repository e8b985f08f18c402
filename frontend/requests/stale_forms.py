"""Expired forms. Their CSRF token became invalid when somebody joined or signed in with the same browser, for
example in another tab."""

import re
from typing import Final, NamedTuple

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from .form_keys import CSRF_FIELD
from .page_before import is_from_here

SECRET: Final = re.compile("password|code|credential|secret|token")
"""The pattern for names of fields whose values are never shown again."""


class StaleForm(NamedTuple):
    """A form of ours that was refused because its token had expired."""

    action: str
    fields: list[tuple[str, str]] | None
    """The names and values, but no files; None if a field is a secret, which may not be shown again."""
    back: str | None
    """The page that has the form; None if it is not known."""


def stale_form(request: HttpRequest) -> StaleForm | None:
    """The form of a refused request. None if another site may have sent the form: if our page offered that
    form again, one press on the button would do what the other site wants."""
    if request.method != "POST" or not is_from_here(request):
        return None
    fields = [
        (name, value) for name, values in request.POST.lists() for value in values if name != CSRF_FIELD
    ]
    shown = not any(SECRET.search(name) for name, _ in fields)
    return StaleForm(request.get_full_path(), fields if shown else None, _page_of_form(request))


def _page_of_form(request: HttpRequest) -> str | None:
    page = request.headers.get("Referer")
    return page if url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()}) else None
