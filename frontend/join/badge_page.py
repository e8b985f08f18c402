"""The page of a badge. Whoever opens its link and presses the button enters the contest under the name on the
badge.

Opening the link alone does not use the badge up. The code is in the query of the address, which our logs
leave out.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.contests.badges.enter_by_badge import RUNS_IT, UNKNOWN, USED, badge_with, come
from competitions.embargo.visibility import organised_by
from competitions.models import Badge
from competitions.refusals import Refusal

from ..requests.lookups import competition_or_404
from ..requests.page_limits import limited, limited_guesses
from ..requests.viewers import LEFT_HERE, note_left, player_of, remember_guest
from .forms import BadgeForm
from .views import lead_on


@require_http_methods(["GET", "HEAD", "POST"])
@limited_guesses("badges", "code")
@limited("badges", strangers="guests")
def badge_page(request: HttpRequest) -> HttpResponse:
    """Show the badge of `?code=`; with POST, enter the visitor into the contest."""
    if request.method == "POST":
        return _come(request)
    code = request.GET.get("code", "")
    if not code:
        return _page(request, BadgeForm())
    return _show(request, BadgeForm(initial={"code": code, "then": "play"}), code)


def _come(request: HttpRequest) -> HttpResponse:
    form, viewer = BadgeForm(request.POST), player_of(request)
    if not form.is_valid():
        return _page(request, form, status=422)
    code = form.cleaned_data["code"]
    try:
        entry = come(code=code, viewer=viewer, form=form.cleaned_data["number"] or None, now=timezone.now())
    except Refusal as refusal:
        return _show(request, form, code, problem=str(refusal.detail), status=422)
    if viewer is None or entry.player.get_session_auth_hash() != viewer.get_session_auth_hash():
        remember_guest(request, entry.player)
        note_left(request, viewer)
    if LEFT_HERE in request.session:
        return redirect("left_guest")
    return lead_on(request, competition_or_404(entry.competition_id, entry.player), None, entry)


def _show(
    request: HttpRequest, form: BadgeForm, code: str, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of the badge with this code. If the badge cannot be used, the page says why."""
    viewer, badge = player_of(request), badge_with(code)
    if badge is None:
        return _page(request, form, problem=str(UNKNOWN), status=404)
    if badge.used_at is not None:
        if badge.entry is not None and badge.entry.player == viewer:
            return redirect("competition", badge.competition_id)
        return _page(request, form, problem=str(USED), status=status)
    if viewer is not None and organised_by(viewer, [badge.competition]):
        return _page(request, form, badge=badge, good=False, problem=str(RUNS_IT), status=status)
    return _page(request, form, badge=badge, problem=problem, status=status)


def _page(
    request: HttpRequest,
    form: BadgeForm,
    *,
    badge: Badge | None = None,
    good: bool = True,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "badge": badge,
        "good": good,
        "problem": problem,
        "player": player_of(request),
        "shared_link": None,
    }
    return render(request, "join/badge.html", context, status=status)
