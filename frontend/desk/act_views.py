"""Asks an organiser to confirm an act, then does it."""

from dataclasses import replace
from functools import partial
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions.contests.settings_in_words import SETTINGS
from competitions.models import Badge, Competition
from competitions.refusals import Refusal

from ..forms.refusals import show_refusal
from ..requests.form_keys import key_of_form
from ..requests.lookups import entry_or_404
from ..requests.page_limits import limited
from .acts import ACTS, INVITING, ON_ALL_BADGES, ON_BADGES, ON_PLAYERS, ORGANISING, DeskAct
from .attendance import rounds_played
from .forms import ActForm
from .situation import Situation
from .views import situation_or_404

CONTEST_ACTS: Final = {**ACTS, **INVITING, **ORGANISING, **ON_ALL_BADGES}


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def contest_act(request: HttpRequest, competition_id: str, act: str) -> HttpResponse:
    situation = situation_or_404(request, competition_id)
    if act not in CONTEST_ACTS:
        raise Http404
    return _act(request, situation, act, CONTEST_ACTS[act])


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def player_act(request: HttpRequest, competition_id: str, entry_id: str, act: str) -> HttpResponse:
    situation = situation_or_404(request, competition_id)
    if act not in ON_PLAYERS:
        raise Http404
    entry = entry_or_404(entry_id, situation.seen)
    played = rounds_played(situation.seen, [entry])[entry.pk]
    situation = replace(situation, entry=entry, played=played, form_key=key_of_form(request))
    return _act(request, situation, act, ON_PLAYERS[act])


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def badge_act(request: HttpRequest, competition_id: str, badge_id: str, act: str) -> HttpResponse:
    situation = situation_or_404(request, competition_id)
    badge = situation.competition.badges.select_related("entry__player").filter(pk=badge_id).first()
    if badge is None or act not in ON_BADGES:
        raise Http404
    return _act(request, Situation(situation.seen, situation.organiser, badge=badge), act, ON_BADGES[act])


def _act(request: HttpRequest, situation: Situation, name: str, act: DeskAct) -> HttpResponse:
    """Ask the organiser to confirm the act; with POST, do the act and redirect."""
    if act.of_owner and not situation.owns:
        raise PermissionDenied
    rounds = act.rounds(situation)
    if request.method == "POST" and act.fits_round is not None:
        # accept every round: a form that is sent twice may name a round that the act has changed already
        rounds = situation.competition.rounds_in_order
    form_of = partial(act.form, seen=situation.seen, entry=situation.entry, rounds=rounds)
    if request.method != "POST":
        if not act.is_open_to(situation):  # the act was done already, or its time is over
            return redirect(act.page, situation.competition.pk)
        return _ask(request, situation, act, form_of(), 200)
    form = form_of(request.POST)
    if not form.is_valid():
        return _ask(request, situation, act, form, 422)
    try:
        made = act.do(situation, form.cleaned_data)
    except Refusal as refusal:
        if refusal.code == "forbidden":
            raise PermissionDenied from None
        show_refusal(form, _in_words(refusal, form))
        return _ask(request, situation, act, form, 409 if refusal.code == "wrong_state" else 422)
    if name == "leave":
        return redirect("home")
    if isinstance(made, Badge):
        return redirect(f"{reverse('badge_sheet', args=(made.competition_id,))}?badge={made.pk}")
    of = made.pk if isinstance(made, Competition) else situation.competition.pk
    return redirect(f"{reverse(act.page, args=(of,))}?did={name}")


def _in_words(refusal: Refusal, form: ActForm) -> Refusal:
    """The refusal, changed to name the faulty setting if the form has no field for it."""
    errors = {
        field: [
            gettext("Change %(setting)s: %(fault)s") % {"setting": SETTINGS[field], "fault": sentence}
            for sentence in sentences
        ]
        if field in SETTINGS and field not in form.fields and isinstance(sentences, list)
        else sentences
        for field, sentences in refusal.facts.get("errors", {}).items()
    }
    return Refusal(refusal.code, refusal.detail, errors=errors) if errors else refusal


def _ask(
    request: HttpRequest, situation: Situation, act: DeskAct, form: ActForm, status: int
) -> HttpResponse:
    context = {
        "competition": situation.competition,
        "shared_link": None,
        "subject": situation.entry or situation.badge,
        "act": act,
        "says": act.says(situation),
        "form": form,
    }
    return render(request, "desk/act.html", context, status=status)
