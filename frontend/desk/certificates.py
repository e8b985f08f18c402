"""Certificates to print: a page of paper for each ranked player of a contest whose results are final."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from competitions.models import Log
from competitions.standings import standings

from ..requests.lookups import page_number
from ..wording.words import ordinal
from .situation import Situation
from .views import situation_or_404

ON_A_SHEET: Final = 60
"""How many certificates one page on the screen has at most. More would make the page slow, because drawing
each QR code takes some milliseconds."""


@require_safe
def certificates_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    """The certificates, the best place first. Without final results, redirect to the desk."""
    situation = situation_or_404(request, competition_id)
    competition, number = situation.competition, page_number(request)
    if situation.state != "final":
        return redirect("desk", competition.pk)
    found = standings.sheet(situation.seen, offset=(number - 1) * ON_A_SHEET, limit=ON_A_SHEET + 1).results
    ranked = [row for row in found if row["rank"] is not None]
    if number > 1 and not ranked:
        raise Http404
    context = {
        "competition": competition,
        "shared_link": None,
        "certificates": _with_links(request, situation, ranked[:ON_A_SHEET]),
        "page": number,
        "more": len(ranked) > ON_A_SHEET,
    }
    return render(request, "desk/certificates.html", context)


def _with_links(
    request: HttpRequest, situation: Situation, rows: list[standings.Row]
) -> list[dict[str, Any]]:
    """Each row with the address of a page that leads to the signed receipts of the player's games. For a
    single round, that page is the page of the game; otherwise the page of the player in the contest.
    `came` is the player's place in words."""
    competition = situation.competition
    logs: dict[str, str] = {}
    if len(competition.rounds_in_order) == 1:
        attempts = [row["rounds"][0]["attempt"] for row in rows if row["rounds"][0]]
        logs = dict(Log.objects.filter(attempt__in=attempts).values_list("entry", "pk"))
    return [
        {
            "row": row,
            "came": _came(row),
            "link": request.build_absolute_uri(
                reverse("result", args=(logs[row["entry"]],))
                if row["entry"] in logs
                else reverse("entry", args=(competition.pk, row["entry"]))
            ),
        }
        for row in rows
    ]


def _came(row: standings.Row) -> str:
    """The place of a player in words, for the certificate; `Took part` if nobody else has a place."""
    if row["among"] < 2:
        return gettext("Took part")
    facts = {"place": ordinal(row["rank"]), "players": row["among"]}
    if row["tied"]:
        return gettext("Joint %(place)s of %(players)d") % facts
    return gettext("%(place)s of %(players)d") % facts
