"""A page where Django has a status and nothing to read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from .views.errors import method_not_allowed


def page_for_bare_refusals(answer_to: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """What views refuse by their method is answered without a body, and no handler is asked."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answer_to(request)
        bare = answer.status_code == 405 and not answer.streaming and not answer.content
        return method_not_allowed(request, answer) if bare else answer

    return middleware
