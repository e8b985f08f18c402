"""The page from which a form was sent."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def page_before(request: HttpRequest) -> str:
    """The page of this site that the form's field `back` names; empty if it names none."""
    back: str = request.POST.get("back", "")
    # `redirect` would take a text without a slash for the name of a view.
    is_path = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return back if is_path else ""


def is_from_here(request: HttpRequest) -> bool:
    """Whether a page of this site, or of an origin that it trusts, sent the form. False if the browser sent
    no `Origin` header."""
    origin = request.headers.get("Origin")
    return origin in (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)
