"""Choosing the language of pages, with the control on every page."""

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from competitions.people.own_language import choose_language
from competitions.refusals import Refusal

from ..errors.error_pages import csrf_failure
from ..requests.page_before import is_from_here, page_before
from ..requests.page_limits import limited
from ..requests.viewers import player_of


# The form has no CSRF token, because a token would give every visitor a cookie. Instead, `is_from_here`
# checks the `Origin` header, by which browsers say from which site a form comes.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@limited("notices")
def change_language(request: HttpRequest) -> HttpResponse:
    """A POST stores the language that the viewer chose: in the database for a player, otherwise in a cookie.
    The answer redirects to the page on which the language was chosen.
    """
    if request.method != "POST":
        return redirect("home")
    if not is_from_here(request):
        return csrf_failure(request)
    language, player = request.POST.get("language", ""), player_of(request)
    answer = redirect(page_before(request) or "home")
    if player is not None:
        try:
            choose_language(player=player, language=language)
        except Refusal:
            raise BadRequest from None
    elif language in dict(settings.LANGUAGES):
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        raise BadRequest
    return answer
