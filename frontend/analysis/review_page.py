"""The part of a result's page that says what decided the game, at an address of its own. The result's page
fetches the part from there while the solver is at work."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.models import Log
from competitions.refusals import Refusal
from competitions.solving.analysis.analysis_requests import ask_for_analysis
from competitions.solving.analysis.progress import AnalysisState, progress_of
from competitions.web.limits import address_of

from ..errors.error_pages import not_now
from ..requests.lookups import results_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from .shown_review import review_part


@require_http_methods(["GET", "HEAD", "POST"])
@limited("analyses")
def result_review(request: HttpRequest, log_id: str) -> HttpResponse:
    """Show the `ReviewPart` of a result. A POST asks for the analysis and redirects to the result's page."""
    logs, seen = results_or_404(request, log_id, player_of(request), timezone.now())
    part = review_part(request, logs, seen)
    if part is None:
        raise Http404
    if request.method == "POST":
        try:
            _ask(request, logs)
        except Refusal as refusal:
            return not_now(request, refusal)
        return redirect(f"{part.back}#possible")
    return render(request, "analysis/parts/review.html", {"part": part})


def _ask(request: HttpRequest, logs: list[Log]) -> None:
    now = timezone.now()
    for log in logs:
        if progress_of(log, now).state in (AnalysisState.UNASKED, AnalysisState.WAITING):
            ask_for_analysis(log, network=address_of(request), now=now)
