"""`/beat/{game}/{seed}`: practise these cards, or challenge others with them."""

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.contests.challenge import challenge
from competitions.contests.join import join
from competitions.models import Entry, Player
from competitions.people.passes import arrive
from competitions.play.submit_log import submit_log
from competitions.refusals import Refusal
from games.replay import Replayed, replay

from ..forms.refusals import show_refusal
from ..join.views import lead_on
from ..practice.views import practice_page
from ..requests.form_keys import number_of_form
from ..requests.lookups import competition_or_404, game_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of, remember_guest
from .deal_form import DealForm
from .deal_links import LinkedDeal
from .forms import ChallengeForm


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions", strangers="guests")
def beat(request: HttpRequest, slug: str, seed: str) -> HttpResponse:
    deal = _deal_or_404(request, slug, seed)
    viewer = player_of(request)
    if request.method != "POST":
        return redirect(deal.practice)
    form = ChallengeForm(request.POST, viewer=viewer)
    if form.is_valid():
        try:
            entry = _take_up(request, deal, form, viewer)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            if viewer is None:
                remember_guest(request, entry.player)
            return lead_on(request, competition_or_404(entry.competition_id, entry.player), None, entry)
    return practice_page(request, deal, form, status=422)


def _take_up(request: HttpRequest, deal: LinkedDeal, form: ChallengeForm, viewer: Player | None) -> Entry:
    """Enter the player into the challenge, with a result if the form's moves are legal."""
    moves, now = form.cleaned_data["moves"], timezone.now()
    verdict = replay(deal.game, deal.seed, deal.rules, moves)
    with transaction.atomic():  # so that a refused visitor does not become a player
        player = viewer or arrive(name=form.cleaned_data["name"], form=number_of_form(request), now=now)
        competition, _ = challenge(game=deal.game, rules=deal.rules, seed=deal.seed, player=player, now=now)
        entry, _ = join(competition=competition, player=player, invite=None, now=now)
        if moves and isinstance(verdict, Replayed):
            submit_log(entry=entry, round=competition.rounds.get(), moves=moves, verdict=verdict, now=now)
    return entry


def _deal_or_404(request: HttpRequest, slug: str, seed: str) -> LinkedDeal:
    form = DealForm({**request.GET.dict(), "seed": seed}, game=game_or_404(slug))
    if not form.is_valid():
        raise Http404
    return form.deal()
