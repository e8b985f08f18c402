"""The result sheet: the standings as a list to print."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.standings import standings
from competitions.translatable import about_game
from competitions.web import costs

from ..challenges.deal_links import LinkedDeal
from ..requests.lookups import competition_or_404, page_number, version_begun_with
from ..requests.page_limits import too_much
from ..requests.viewers import player_of
from ..wording import link_previews, words
from .columns import columns_of, tie_break_in_words, written_number

ROWS: Final = 1000
"""How many rows one sheet has: some twenty pages of paper. More rows continue on the next sheet."""

MOST_COLUMNS: Final = 8
"""How many rounds and tie-breaks can have a column each on paper. If there are more, they share one column,
in lines."""

PAGE_COST: Final = 3
"""A row on the page costs as much work as this many rows in the CSV file."""


@require_safe
def result_sheet(request: HttpRequest, competition_id: str) -> HttpResponse:
    competition = competition_or_404(competition_id, player_of(request))
    now, number = timezone.now(), page_number(request)
    seen = viewpoint(competition, player_of(request), now)
    rounds = competition.rounds_in_order
    shown = min(ROWS, max(0, competition.entrants - (number - 1) * ROWS)) if seen.sees_standings else 0
    if number > 1 and not shown:
        raise Http404
    if refused := too_much(request, PAGE_COST * costs.of_standings(shown, len(rounds))):
        return refused
    columns, version = columns_of(competition), competition.version_at(now)
    apart = columns.rounds and len(rounds) + len(columns.tie_breaks) <= MOST_COLUMNS
    return render(
        request,
        "scoreboard/result_sheet.html",
        {
            "competition": competition,
            "shared_link": link_previews.to_competition(competition, now),
            "state": words.state_shown(competition, now),
            "over": competition.over(now),
            "joinable": competition.joinable(now),
            "seen": seen,
            "me": None,
            "watchable": (),
            "now": now,
            "url": request.build_absolute_uri(reverse("competition", args=(competition.pk,))),
            "columns": columns,
            "apart": apart,
            "wide": 3 + (len(rounds) if apart else columns.rounds) + bool(columns.tie_breaks),
            "rounds": [_round(round, seen) for round in rounds],
            "awaits_par": seen.sees_standings and seen.awaits_par,
            "rows": _rows(seen, (number - 1) * ROWS) if seen.sees_standings else None,
            "page": number,
            "version": version,
            "since": version_begun_with(request, version),
            "pages": -(-competition.entrants // ROWS),
        },
    )


def _rows(seen: Viewpoint, offset: int) -> list[dict[str, Any]]:
    """The rows, with their tie-breaks in words, if any."""
    names = seen.competition.tie_breaks
    rows = list(standings.rows(seen, offset=offset, limit=ROWS))
    for row in rows:
        values, played = zip(names, row["tie_break"], strict=True), row["played"]
        row["deciding"] = [
            tie_break_in_words(name, value, played) for name, value in values if value is not None
        ]
    return rows


def _in_words(round: Any, seen: Viewpoint) -> str:
    """The deal of a round in words: its game, its options and, if the viewer may know it, its par."""
    deal, par = round.deal, seen.par(round)
    facts = [about_game(deal.game).name, words.options_in_words(deal.rules)]
    if par is not None:
        facts.append(gettext("par %(par)s") % {"par": written_number(par.score)})
    return words.listed(filter(None, facts))


def _round(round: Any, seen: Viewpoint) -> dict[str, Any]:
    deal, seed = round.deal, seen.seed(round) if seen.opened_up(round) else None
    return {
        "number": round.number,
        "game": deal.game,
        "in_words": _in_words(round, seen),
        "cards": "" if seed is None else LinkedDeal(deal.game, deal.rules, seed).practice,
        "seed": seed,
        "band": deal.band,
        "commitment": seen.commitment(round),
    }
