"""The badges of a contest at its desk: made from a list of names, listed, printed."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from competitions.contests.badges.make_badges import MOST_AT_ONCE, make_badges_once
from competitions.refusals import Refusal
from competitions.web import costs

from ..forms.refusals import show_refusal
from ..requests.form_keys import key_of_form
from ..requests.lookups import page_number
from ..requests.page_limits import limited, too_much
from .acts import DONE, ON_ALL_BADGES, ON_BADGES, open_to
from .badges import ON_A_SHEET, PAGE, badge_counts, good_badges, on_paper
from .forms import NamesForm
from .situation import Situation
from .views import situation_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def badges_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    """List the badges and say which were used. A POST makes a badge for each name in a list."""
    situation = situation_or_404(request, competition_id)
    if request.method != "POST":
        return _page(request, situation, NamesForm())
    form = NamesForm(request.POST)
    if form.is_valid():
        names = form.cleaned_data["names"]
        if refused := too_much(request, costs.of_badges(min(len(names), MOST_AT_ONCE))):
            return refused
        try:
            situation.do(make_badges_once, names=names, key=key_of_form(request))
        except Refusal as refusal:
            if refusal.code == "forbidden":
                raise PermissionDenied from None
            show_refusal(form, refusal)
        else:
            return redirect(f"{reverse('badges', args=(competition_id,))}?did=add-badges#badges")
    return _page(request, situation, form, status=422)


def _page(request: HttpRequest, situation: Situation, form: NamesForm, status: int = 200) -> HttpResponse:
    competition, number = situation.competition, page_number(request)
    found = list(competition.badges.select_related("entry__player")[(number - 1) * PAGE : number * PAGE + 1])
    if number > 1 and not found:
        raise Http404
    context = {
        "competition": competition,
        "shared_link": None,
        "form": form,
        "done": DONE.get(request.GET.get("did", "")),
        "counts": badge_counts(competition),
        "badges": [
            (badge, open_to(ON_BADGES, Situation(situation.seen, situation.organiser, badge=badge)))
            for badge in found[:PAGE]
        ],
        "acts": open_to(ON_ALL_BADGES, situation),
        "over": competition.over(situation.seen.now),
        "page": number,
        "more": len(found) > PAGE,
    }
    return render(request, "desk/badges.html", context, status=status)


@require_safe
def badge_sheet(request: HttpRequest, competition_id: str) -> HttpResponse:
    """The usable badges on a sheet to print and cut; with `?badge=`, that badge alone."""
    competition, number = situation_or_404(request, competition_id).competition, page_number(request)
    found = good_badges(competition, alone=request.GET.get("badge"), page=number)
    if number > 1 and not found:
        raise Http404
    address = request.build_absolute_uri(reverse("badge"))
    context = {
        "competition": competition,
        "shared_link": None,
        "badges": on_paper(found[:ON_A_SHEET], address),
        "address": address.partition("://")[2],
        "page": number,
        "more": len(found) > ON_A_SHEET,
    }
    return render(request, "desk/badge_sheet.html", context)
