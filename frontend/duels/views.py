"""Making a duel by pressing one button, and making a rematch."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.contests.duels import make_duel, rematch
from competitions.people.form_repeats import made_once
from competitions.refusals import Refusal

from ..contest.views import show_competition
from ..errors.error_pages import not_now
from ..requests.form_keys import key_of_form
from ..requests.lookups import competition_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from .forms import DuelButtonForm


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def new_duel(request: HttpRequest) -> HttpResponse:
    """Make the duel and redirect to it. Pressing twice makes one duel."""
    player, now = player_of(request), timezone.now()
    # Somebody opened this address without the form, or is no longer signed in.
    if request.method != "POST" or player is None:
        return redirect("home")
    form = DuelButtonForm(request.POST)
    if not form.is_valid():  # none of our pages sends an invalid form
        raise BadRequest
    try:
        made = made_once(
            lambda: make_duel(player=player, now=now, **form.cleaned_data).pk,
            form="form of a duel",
            player=player,
            key=key_of_form(request),
            now=now,
        )
    except Refusal as refusal:
        return not_now(request, refusal)
    return redirect("competition", made)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def rematch_of_duel(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Make the rematch, or find the one that exists already, and redirect to it."""
    player = player_of(request)
    competition = competition_or_404(competition_id, player)
    if request.method != "POST" or player is None:
        return redirect("competition", competition.pk)
    try:
        made, _ = rematch(competition=competition, player=player, now=timezone.now())
    except Refusal as refusal:
        return show_competition(request, competition, notice=str(refusal.detail), status=409)
    return redirect("competition", made.pk)
