"""Play now: one press deals cards that others have played and that the viewer does not know."""

from datetime import datetime
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.embargo.ghosts import ghosts_shown_to
from competitions.embargo.visibility import viewpoint
from competitions.models import OfferedDeal, Player
from competitions.people.form_repeats import made_once
from competitions.people.passes import arrive
from competitions.play.ghosts import ghost_dealer
from competitions.play.ghosts.offered_deals import find_offered_deal

from ..requests.form_keys import number_of_form
from ..requests.lookups import game_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of, remember_guest

FIRST_GAME: Final = "three-by-three"
"""The game to practise if there is no deal to offer and the address names no game."""


@require_http_methods(["GET", "HEAD", "POST"])
@limited("attempts", strangers="guests")
def play_now(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    """With POST, deal the cards of a closed round that the viewer does not know, for a ghost. With `slug`,
    the cards are of that game. If there are no such cards, redirect to practice."""
    if slug is not None:
        game_or_404(slug)
    if request.method != "POST":
        return redirect("games") if slug is None else redirect("game", slug)
    viewer, key, now = player_of(request), number_of_form(request), timezone.now()
    try:
        if viewer is None:
            _find(None, slug, now)  # if this raises, the visitor does not become a player
            viewer = arrive(name=None, form=key, now=now)
            remember_guest(request, viewer)
        deal = partial(_deal, viewer, slug, now)
        ghost_id = made_once(deal, form="play now", player=viewer, key=key, now=now)
    except _NothingToDeal:
        return redirect("practice", slug or FIRST_GAME)
    round = get_object_or_404(ghosts_shown_to(viewer).select_related("round"), pk=ghost_id).round
    return redirect("ghost", round.competition_id, round.number)


class _NothingToDeal(Exception):
    """The viewer knows every deal that was played here, or none was played."""


def _find(player: Player | None, slug: str | None, now: datetime) -> OfferedDeal:
    found = find_offered_deal(player=player, game=slug, now=now)
    if found is None:
        raise _NothingToDeal
    return found


def _deal(player: Player, slug: str | None, now: datetime) -> str:
    """Start a ghost at a deal that the player does not know, and return the ghost's id."""
    round = _find(player, slug, now).round
    seen = viewpoint(round.competition, player, now)
    return ghost_dealer.start_ghost(seen=seen, round=round, now=now)[0].attempt.pk
