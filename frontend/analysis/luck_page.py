"""The page of scores without luck, for a round that has closed for everyone. The standings do not use these
scores."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from competitions.solving.analysis.estimate import minutes_to_analyse
from competitions.solving.analysis.field_luck import LuckRow, luck_of_field, waits_for_analyses

from ..requests.lookups import told_round_or_404
from ..requests.viewers import player_of
from ..scoreboard.columns import written_number


@require_safe
def luck_page(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    seen, round = told_round_or_404(competition_id, number, player_of(request))
    field = luck_of_field(seen, round)
    samples = [row.samples for row in field.rows if row.samples is not None]
    return render(
        request,
        "analysis/luck.html",
        {
            "competition": seen.competition,
            "shared_link": None,
            "round": round,
            "many": len(seen.competition.rounds_in_order) > 1,
            "game": round.deal.game,
            "games": field.games,
            "hides": round.deal.hides_cards,
            "rows": [*_rounded_rows(field.rows, lowest=round.deal.game.lowest_wins)],
            "me": seen.entry and seen.entry.pk,
            "samples": min(samples, default=None),
            "minutes": minutes_to_analyse(round) if waits_for_analyses(round) else None,
            "may_be_asked_for": seen.may_be_solved(round),
        },
    )


def _rounded_rows(rows: Sequence[LuckRow], *, lowest: bool) -> Iterator[dict[str, Any]]:
    """For each row, what the template shows: the row itself (`of`), its `luck` and its score without luck
    (`corrected`) as texts, and whether luck helped or hurt, in a word (`did`; empty without luck). The
    numbers are whole if the luck of every row is whole; otherwise they have one decimal."""
    decimals = 0 if all(float(row.luck).is_integer() for row in rows) else 1
    for row in rows:
        luck = round(row.luck, decimals) + 0.0  # avoid showing "-0"
        yield {
            "of": row,
            "luck": f"{'+' if luck > 0 else ''}{written_number(luck if decimals else int(luck), decimals)}",
            "did": "" if not luck else gettext("helped") if (luck < 0) == lowest else gettext("hurt"),
            "corrected": written_number(row.corrected if decimals else int(row.corrected), decimals),
        }
