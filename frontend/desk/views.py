"""The organiser's desk: who has joined, how others can join, and what can be done or was done."""

from dataclasses import replace
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from competitions.contests.change import change
from competitions.embargo.visibility import viewpoint
from competitions.moderation.signs import signs_at
from competitions.refusals import Refusal
from competitions.web.limits import address_of

from ..forms.refusals import show_refusal_by_rounds
from ..requests.lookups import competition_or_404, page_number
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from ..scoreboard.columns import columns_of
from ..wording import words
from . import attendance
from .acts import ACTS, DONE, INVITING, ON_PLAYERS, ORGANISING, open_to
from .band_lines import bands_of
from .settings_form import SettingsForm, round_settings
from .situation import Situation
from .trail import PAGE as TRAIL_PAGE
from .trail import trail_lines

LONGEST_SEARCH: Final = 80
NEWEST: Final = 5
"""How many lines of the trail the desk shows at most."""


def situation_or_404(request: HttpRequest, competition_id: str) -> Situation:
    """The organiser's view of the contest; raises Http404 for everybody who does not organise it."""
    viewer = player_of(request)
    competition = competition_or_404(competition_id, viewer)
    seen = viewpoint(competition, viewer, timezone.now())
    if viewer is None or not seen.organises:
        raise Http404
    return Situation(seen, viewer, network=address_of(request))


@require_safe
def desk_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    situation = situation_or_404(request, competition_id)
    competition, seen = situation.competition, situation.seen
    recent = trail_lines(competition, limit=NEWEST)
    hooks = competition.hooks.all()
    return render(
        request,
        "desk/desk.html",
        {
            "competition": competition,
            "shared_link": None,
            "seen": seen,
            "state": words.state_shown(competition, seen.now),
            "over": competition.over(seen.now),
            "joinable": competition.joinable(seen.now),
            "now": seen.now,
            "version": competition.version_at(seen.now),
            "url": request.build_absolute_uri(reverse("competition", args=(competition.pk,))),
            "done": DONE.get(request.GET.get("did", "")),
            "acts": open_to(ACTS, situation),
            "bands": bands_of(seen),
            "deals_wait": situation.deals_wait,
            "inviting": open_to(INVITING, situation),
            "organising": open_to(ORGANISING, situation),
            "owner": competition.organiser,
            "others": [each.player for each in competition.co_organisers.select_related("player")],
            "viewer": situation.organiser,
            "hooks": len(hooks),
            "stopped": any(hook.state == "stopped" for hook in hooks),
            "many": len(competition.rounds_in_order) > 1,
            "signs": signs_at([round for round in competition.rounds_in_order if seen.knows_scores(round)]),
            "trail": recent[:NEWEST],
            "older": len(recent) > NEWEST,
            **_players(request, situation),
        },
    )


def _players(request: HttpRequest, situation: Situation) -> dict[str, Any]:
    """What the template shows of the players: the page of the list that the address asks for."""
    competition = situation.competition
    called = request.GET.get("called", "").strip()[:LONGEST_SEARCH].replace("\0", "")
    show = request.GET.get("show", "")
    if show not in attendance.SHOWN:
        raise Http404
    number = page_number(request)
    found = attendance.attendance(situation.seen, called=called, show=show, page=number)
    if number > 1 and not found:
        raise Http404
    query = request.GET.copy()
    for name in ("page", "did"):
        query.pop(name, None)
    return {
        "called": called,
        "show": show,
        "kinds": attendance.SHOWN,
        "query": query.urlencode(),
        "rounds": competition.rounds_in_order,
        "columns": columns_of(competition),
        "many": len(competition.rounds_in_order) > 1,
        "players": [
            (each, open_to(ON_PLAYERS, replace(situation, entry=each.entry, played=each.played)))
            for each in found[: attendance.PAGE]
        ],
        "playing": attendance.playing_now(competition),
        "page": number,
        "more": len(found) > attendance.PAGE,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def settings_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Show and change the settings that may still change."""
    situation = situation_or_404(request, competition_id)
    posted = request.method == "POST"
    data = request.POST if posted else None
    form = SettingsForm(data, seen=situation.seen)
    rounds = round_settings(data, situation.seen)
    if posted and all([form.is_valid(), *(round.is_valid() for round in rounds)]):
        changes = form.changes()
        if any(round.has_changed() for round in rounds):
            changes["rounds"] = [round.change() for round in rounds]
        try:
            situation.do(change, changes=changes, network=situation.network)
        except Refusal as refusal:
            show_refusal_by_rounds(form, rounds, refusal)
        else:
            return redirect(f"{reverse('desk', args=(competition_id,))}?did=settings")
    return render(
        request,
        "desk/settings.html",
        {
            "competition": situation.competition,
            "shared_link": None,
            "form": form,
            "rounds": [round for round in rounds if round.fields],
            "wrong": posted,
        },
        status=422 if posted else 200,
    )


@require_safe
def trail_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    viewer = player_of(request)
    competition = competition_or_404(competition_id, viewer)
    seen = viewpoint(competition, viewer, timezone.now())
    if not seen.sees_trail:
        raise Http404
    number = page_number(request)
    found = trail_lines(competition, page=number)
    if number > 1 and not found:
        raise Http404
    return render(
        request,
        "desk/trail.html",
        {
            "competition": competition,
            "shared_link": None,
            "seen": seen,
            "trail": found[:TRAIL_PAGE],
            "page": number,
            "more": len(found) > TRAIL_PAGE,
        },
    )
