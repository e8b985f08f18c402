"""A ghost: the viewer alone plays a closed round again, beside the standings as they developed."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.embargo.ghosts import ghosts_shown_to
from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.models import Play, Round
from competitions.people.passes import arrive
from competitions.play.ghosts import ghost_dealer
from competitions.play.ghosts.standings_then import place_of, standings_then
from competitions.refusals import Refusal

from ..requests.form_keys import number_of_form
from ..requests.lookups import competition_or_404, round_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of, remember_guest
from .table_start import table_start


@require_http_methods(["GET", "HEAD", "POST"])
@limited("attempts", strangers="guests")
def ghost_page(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    """Show the viewer's ghost (the round, played again); with POST, make one or continue the running one."""
    viewer, now = player_of(request), timezone.now()
    competition = competition_or_404(competition_id, viewer)
    round = round_or_404(competition, number)
    seen = viewpoint(competition, viewer, now)
    if not ghost_dealer.may_be_ghost(seen, round):
        raise Http404
    if request.method == "POST":
        if viewer is None:
            viewer = arrive(name=None, form=number_of_form(request), now=now)
            remember_guest(request, viewer)
            seen = viewpoint(competition, viewer, now)
        ghost_dealer.end_overdue_ghost(player=viewer, round=round, now=now)
        ghost_dealer.start_ghost(seen=seen, round=round, now=now)
        return redirect("ghost", competition_id, number)
    newest = ghosts_shown_to(viewer).filter(round=round).order_by("-started_at").first()
    context: dict[str, Any] = {
        "competition": competition,
        "shared_link": None,
        "round": round,
        "many": len(competition.rounds_in_order) > 1,
        "ghost": None,
        "play": None,
    }
    if newest is not None:
        try:
            snapshot = ghost_dealer.resume(attempt_id=newest.pk, now=now)
        except Refusal:
            raise Http404 from None
        context["ghost"] = snapshot.attempt
        place = place_of(snapshot.attempt, seen)
        context["place"] = place and place._asdict()
        if snapshot.attempt.ended_at is None:
            context |= {"view": snapshot.view, "play": _table(snapshot, round, seen)}
    return render(request, "table/ghost.html", context)


def _table(snapshot: ghost_dealer.GhostSnapshot, round: Round, seen: Viewpoint) -> dict[str, Any]:
    """The island's start data, with the standings as they developed in the round. The island does not read
    these again."""
    return {
        **table_start(round, snapshot, seen.now),
        "entry": "",
        "ending": reverse("ghost_ending", args=(round.competition_id, round.number)),
        "may_take_back": ghost_dealer.may_go_back(round),
        "left": None,
        "rounds": 1,
        "after": None,
        "best": None,
        "then": {
            **standings_then(snapshot.attempt, seen),
            "stands": "end" if seen.competition.play == Play.OPEN else "move",
        },
    }
