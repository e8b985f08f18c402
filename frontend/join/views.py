"""Joining a contest: new visitors give a name, known players press a button. The same press may deal the
cards."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.contests.join import join
from competitions.embargo.visibility import viewpoint
from competitions.models import Competition, Entry, Round
from competitions.people.passes import arrive
from competitions.play.own_rounds import next_round, own_rounds
from competitions.refusals import Refusal

from ..contest.views import show_competition
from ..forms.refusals import show_refusal
from ..requests.form_keys import number_of_form
from ..requests.lookups import competition_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of, remember_guest
from ..table.views import deal, show_round
from .forms import JoinForm
from .newcomers import is_newcomer


@require_http_methods(["GET", "HEAD", "POST"])
@limited("entries", strangers="guests")
def join_competition(request: HttpRequest, competition_id: str) -> HttpResponse:
    competition = competition_or_404(competition_id, player_of(request))
    round = _came_from(request, competition)
    if request.method != "POST":  # somebody opened this address without the form
        return redirect("competition", competition_id)
    now = timezone.now()
    player = player_of(request)
    form = JoinForm(request.POST, competition=competition, viewer=player)
    if form.is_valid():
        try:
            with transaction.atomic():  # so that a refused visitor does not become a player
                joining = player or arrive(
                    name=form.cleaned_data["name"] or None, form=number_of_form(request), now=now
                )
                entry, _ = join(
                    competition=competition,
                    player=joining,
                    invite=form.cleaned_data.get("invite"),
                    now=now,
                )
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            if player is None:
                remember_guest(request, joining)
            return lead_on(request, competition, round, entry)
    if round is not None:
        return show_round(request, competition, round, join_form=form, status=422)
    return show_competition(request, competition, join_form=form, status=422)


def lead_on(
    request: HttpRequest, competition: Competition, round: Round | None, entry: Entry
) -> HttpResponse:
    """Redirect to the card table if the form asks for it and a round can be played; otherwise back to the
    form's page.

    Players who are new to the game are redirected to the round's page first. There, no card is dealt until
    they press again.
    """
    if request.POST.get("then") == "play":
        found = own_rounds(competition, viewpoint(competition, entry.player, timezone.now()))
        first = next((own for own in found if own.round == round), None) or next_round(found)
        if first is not None and (first.running or first.may_begin):
            if is_newcomer(request, first, entry.player):
                return redirect("round", competition.pk, first.round.number)
            return deal(request, competition, first.round, entry)
    if round is not None:
        return redirect("round", competition.pk, round.number)
    return redirect("competition", competition.pk)


def _came_from(request: HttpRequest, competition: Competition) -> Round | None:
    """The round whose page had the form; None if the form was on the contest's page."""
    number = request.POST.get("round")
    return next((round for round in competition.rounds_in_order if str(round.number) == number), None)
