"""All contests, page by page, or those of one kind."""

import re
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.http.converters import PublicId
from competitions.models import Competition, Player
from competitions.models.events import CompetitionQuerySet

from ..contests import cards
from ..next_steps import next_steps
from ..viewers import player_of

PAGE: Final = 25

KINDS: Final = {
    "": "All",
    "running": "Open now",
    "scheduled": "Opening soon",
    "closed": "Over",
    "yours": "Yours",
}
"""The kinds of contests that may be chosen, with their titles."""


@require_safe
def all_contests(request: HttpRequest) -> HttpResponse:
    now, player = timezone.now(), player_of(request)
    kind = request.GET.get("show", "")
    if kind not in KINDS:
        raise Http404
    known = _known(kind, player)
    found = _of_kind(known, kind, now)
    if "before" in request.GET:
        found = found.older_than(_place(known, request.GET["before"]))
    stretch = list(found.newest_first().select_related("organiser")[: PAGE + 1])
    page = stretch[:PAGE]
    return render(
        request,
        "frontend/contests.html",
        {
            "kind": kind,
            "title": KINDS[kind],
            "kinds": [
                {"name": name, "title": title, "address": _address(name)}
                for name, title in KINDS.items()
                if name != "yours" or player is not None
            ],
            "cards": cards(page, now),
            "steps": next_steps(player, now) if kind == "yours" and player is not None else [],
            "newest": _address(kind) if "before" in request.GET else None,
            "older": _address(kind, before=page[-1].pk) if len(stretch) > PAGE else None,
        },
    )


def _known(kind: str, player: Player | None) -> CompetitionQuerySet:
    """The contests that the viewer may see in a list of this kind, in any state."""
    if kind != "yours":
        return Competition.objects.listed()
    return Competition.objects.none() if player is None else Competition.objects.of(player)


def _of_kind(known: CompetitionQuerySet, kind: str, now: datetime) -> CompetitionQuerySet:
    if kind in ("", "yours"):
        return known
    if kind == "closed":
        return known.in_state("closed", now) | known.in_state("final", now)
    return known.in_state(kind, now)


def _place(known: CompetitionQuerySet, competition_id: str) -> Competition:
    """The contest after which a page begins. So the page stays the same when new contests are made."""
    if not re.fullmatch(PublicId.regex, competition_id):
        raise Http404
    place = known.filter(pk=competition_id).first()
    if place is None:
        raise Http404
    return place


def _address(kind: str, **query: str) -> str:
    query = ({"show": kind} if kind else {}) | query
    return reverse("contests") + (f"?{urlencode(query)}" if query else "")
