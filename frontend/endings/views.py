"""Endings as HTML fragments, which the card table loads when a game has ended."""

import json

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from competitions.embargo.ghosts import ghosts_shown_to
from competitions.embargo.visibility import viewpoint
from competitions.endings.course import MOST_MOVES
from competitions.endings.ending import ending_of_attempt, ending_of_ghost, ending_of_practice
from competitions.models import Deal
from competitions.play.ghosts.ghost_dealer import may_be_ghost
from competitions.play.own_rounds import own_rounds
from competitions.web.costs import of_replay

from ..accounts.account_offers import offer_to_viewer
from ..challenges.deal_form import DealForm
from ..contest.wishes import grants_a_wish
from ..requests.lookups import competition_or_404, game_or_404, result_or_404, round_or_404
from ..requests.page_limits import charged
from ..requests.viewers import player_of
from .shown_ending import ShownEnding


@require_safe
def result_ending(request: HttpRequest, log_id: str) -> HttpResponse:
    """The ending of the viewer's own attempt."""
    log, seen = result_or_404(log_id, player_of(request), timezone.now())
    assert log.attempt is not None  # a log without an attempt was answered with 404 before
    if seen.entry != log.entry:
        raise Http404
    log.attempt.round, log.attempt.entry = log.round, log.entry
    own = next(own for own in own_rounds(seen.competition, seen) if own.round == log.round)
    context = {
        "shown": ShownEnding(ending_of_attempt(log.attempt, seen)),
        "played": log.attempt,
        "competition": seen.competition,
        "round": log.round,
        "log": log.pk,
        "may_play_again": own.may_begin,
        "wish": log.attempt.won and grants_a_wish(log.round),
        "offer": offer_to_viewer(request),
        "back": reverse("round", args=(seen.competition.pk, log.round.number)),
    }
    return render(request, "endings/at_the_table.html", context)


@require_safe
def ghost_ending(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    """The ending of the viewer's newest ghost at this round. Raises Http404 in each of these cases: there is
    no ghost, it still runs, or the viewer may not play the round as a ghost."""
    viewer = player_of(request)
    competition = competition_or_404(competition_id, viewer)
    round = round_or_404(competition, number)
    seen = viewpoint(competition, viewer, timezone.now())
    ghost = ghosts_shown_to(viewer).filter(round=round).order_by("-started_at").first()
    if ghost is None or ghost.ended_at is None or not may_be_ghost(seen, round):
        raise Http404
    ghost.round = round
    context = {
        "shown": ShownEnding(ending_of_ghost(ghost, seen)),
        "played": ghost,
        "competition": competition,
        "round": round,
        "log": None,
        "wish": False,
        "offer": None,
        "back": "",
        "may_play_again": True,
    }
    return render(request, "endings/at_the_table.html", context)


@require_POST
@charged(lambda request: of_replay(MOST_MOVES, steps=True))
def practice_ending(request: HttpRequest, slug: str) -> HttpResponse:
    """The ending of a practice game, whose moves the page sends."""
    game = game_or_404(slug)
    form = DealForm(request.GET.dict(), game=game)
    if not form.is_valid() or not form.cleaned_data["seed"]:
        raise Http404
    linked = form.deal()
    moves = _moves(request.POST.get("moves", ""))
    deal = Deal(game_slug=slug, rules=linked.rules, seed=linked.seed)
    ending = ending_of_practice(deal, moves, timezone.now())
    if ending is None:
        raise BadRequest
    return render(
        request,
        "endings/at_the_table.html",
        {"shown": ShownEnding(ending), "competition": None, "wish": False},
    )


def _moves(text: str) -> list[str]:
    """The moves that the page sends, as a JSON list; raises BadRequest for anything else."""
    try:
        moves = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRequest from None
    if (
        not isinstance(moves, list)
        or len(moves) > MOST_MOVES
        or not all(isinstance(each, str) for each in moves)
    ):
        raise BadRequest
    return moves
