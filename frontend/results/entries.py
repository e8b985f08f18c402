"""A player in a contest: their result in each round, and links to their games."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.embargo.visibility import viewpoint
from competitions.models import Log
from competitions.play.own_rounds import after_round
from competitions.standings import standings

from ..ratings.event_changes import changes_by
from ..requests.lookups import competition_or_404, entry_or_404, round_or_404
from ..requests.viewers import player_of
from ..scoreboard.columns import columns_of
from ..wording import link_previews, words


@require_safe
def entry_page(request: HttpRequest, competition_id: str, entry_id: str) -> HttpResponse:
    competition = competition_or_404(competition_id, player_of(request))
    now = timezone.now()
    seen = viewpoint(competition, player_of(request), now)
    entry = entry_or_404(entry_id, seen)
    row = standings.row_of(entry, seen)
    rounds = competition.rounds_in_order
    return render(
        request,
        "results/entry.html",
        {
            "competition": competition,
            "shared_link": link_previews.to_competition(competition, now),
            "entry": entry,
            "row": row,
            "columns": columns_of(competition),
            "frozen": seen.frozen_since is not None,
            "hidden": any(not seen.knows_scores(round) for round in competition.opened_rounds(now)),
            "has_played": any(cell is not None and cell["state"] == "finished" for cell in row["rounds"]),
            "state": words.state_shown(competition, now),
            "after": after_round(competition, now),
            "own": seen.entry == entry,
            "rating_changes": changes_by(rounds, [entry.player_id], seen.viewer).get(entry.player_id, ()),
            "played": [
                {
                    "number": round.number,
                    "game": round.deal.game,
                    "rules": round.deal.rules,
                    "state": round.state(now),
                    "cell": cell,
                    "why": why,
                }
                for round, cell, why in zip(
                    rounds, row["rounds"], standings.explanations(entry, seen), strict=True
                )
            ],
            "many": len(rounds) > 1,
            "timed": any(cell is not None and cell["elapsed_ms"] is not None for cell in row["rounds"]),
            "watchable": seen.rounds_to_watch(rounds),
        },
    )


@require_safe
def entry_game(request: HttpRequest, competition_id: str, entry_id: str, number: int) -> HttpResponse:
    """Redirect to the result of the entry's game that counts in a round. The result's page shows what the
    viewer may see."""
    competition = competition_or_404(competition_id, player_of(request))
    seen = viewpoint(competition, player_of(request), timezone.now())
    entry = entry_or_404(entry_id, seen)
    counting = Log.objects.filter(
        attempt__entry=entry, attempt__round=round_or_404(competition, number), attempt__counts=True
    )
    found = counting.values_list("pk", flat=True).first()
    if found is None:
        raise Http404
    return redirect("result", found)
