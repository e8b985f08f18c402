"""A result: one ended game, its replay if the viewer may see it, and the other players of the deal."""

from collections.abc import Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.embargo.visibility import Viewpoint
from competitions.endings.ending import ending_of_attempt
from competitions.models import Log, Player
from competitions.play.ghosts.ghost_dealer import may_be_ghost
from competitions.play.own_rounds import own_rounds
from competitions.play.seen_deals import note_seen_game
from competitions.standings import standings
from competitions.translatable import Translatable

from ..analysis.shown_review import ReviewPart, review_part
from ..contest.wishes import grants_a_wish
from ..endings.shown_ending import ShownEnding
from ..join.forms import blank_join_form
from ..join.newcomers import is_newcomer
from ..ratings.deal_difficulty import difficulties_in_words
from ..ratings.event_changes import EventChange, changes_by
from ..requests.lookups import page_number, results_or_404, version_begun_with
from ..requests.viewers import player_of
from ..scoreboard.columns import columns_of
from ..wording import link_previews
from ..wording.moves import outcome_of, written_moves
from .same_cards import same_cards

PAGE: Final = 25
"""How many players of the deal one page shows."""


@require_safe
def result_page(request: HttpRequest, log_id: str) -> HttpResponse:
    now = timezone.now()
    viewer = player_of(request)
    logs, seen = results_or_404(request, log_id, viewer, now)
    log, beside = logs[0], logs[1] if len(logs) > 1 else None
    standing = _standing(log, seen)
    assert log.attempt is not None  # a log without an attempt was answered with 404 before
    mine = log.entry == seen.entry
    found = own_rounds(seen.competition, seen)
    own = next(own for own in found if own.round == log.round)
    newcomer = is_newcomer(request, own, viewer)
    opening = log.round.deal.opening
    watched = [each for each in logs if _is_seen(each, seen)]
    review = review_part(request, watched, seen) if log in watched else None
    for each in watched:
        if each.attempt is not None:
            note_seen_game(seen, each.attempt)
    outcome = outcome_of(opening, log.moves) if log in watched else ""
    return render(
        request,
        "results/result.html",
        {
            "log": log,
            "played": log.attempt,
            "shown": ShownEnding(ending_of_attempt(log.attempt, seen), is_reviewed=review is not None),
            "competition": seen.competition,
            "shared_link": link_previews.to_result(log),
            "round": log.round,
            "round_state": log.round.state(now),
            "game": log.round.deal.game,
            "rules": log.round.deal.rules,
            "seen": seen,
            "me": seen.entry and seen.entry.pk,
            "url": request.build_absolute_uri(reverse("result", args=(log.pk,))),
            "beside": beside,
            "games": [{"log": each, "moves": written_moves(opening, each.moves)} for each in watched],
            "outcome": outcome,
            "wish": mine and log.attempt.won and grants_a_wish(own.round),
            "replay": _replay(log, watched, review, mine=mine) if log in watched else None,
            "review": review,
            "next_to": _next_to(log, standing, seen) if beside is None and log in watched else None,
            "checkable": log in watched and seen.seed(log.round) is not None,
            "has_receipt": log in watched and seen.may_have_receipt(log.attempt),
            "standing": standing,
            "rating_changes": _rating_changes(log, viewer),
            "difficulty": difficulties_in_words([seen]).get(log.round.pk),
            "par": seen.par(log.round),
            "has_tree": seen.tells_field(log.round),
            "may_be_ghost": may_be_ghost(seen, log.round),
            "columns": columns_of(seen.competition),
            "worth": _worth(log, standing),
            "why": _why(log, seen) if mine and standing else None,
            "mine": mine,
            "own": own,
            "same": same_cards(own, seen, newcomer=newcomer),
            "newcomer": newcomer,
            "cut_short_s": own.cut_short_s(now),
            "join_form": blank_join_form(request, seen.competition, viewer),
            **(_everyone(request, log, seen) if seen.sees_standings else {}),
        },
    )


def _is_seen(log: Log, seen: Viewpoint) -> bool:
    """Whether the viewer may see the moves of the log."""
    return log.attempt is not None and seen.sees_played(log.attempt)


def _replay(log: Log, watched: Sequence[Log], review: ReviewPart | None, *, mine: bool) -> dict[str, Any]:
    """The start data of the replay's island. The deal is included only with `review`, when the viewer
    may know the best possible score."""
    props: dict[str, Any] = {"logs": [each.pk for each in watched]}
    if review is None:
        return props
    deal = log.round.deal
    told = {"game": deal.game_slug, "rules": deal.rules, "seed": deal.seed, "mine": mine}
    return props | {"deal": told}


def _next_to(log: Log, standing: standings.Row | None, seen: Viewpoint) -> dict[str, Any] | None:
    """The game to compare this one with: the game ranked just above or, if this one is first, just below.
    Returns the game's `row` and `log`, and whether it is `above`; None if the viewer may see no such game."""
    if standing is None or standing["rank"] is None or not seen.sees_ended_games(log.round):
        return None
    rows = standings.around(log.entry, seen, round=log.round, limit=3).results
    place = next(place for place, row in enumerate(rows) if row["entry"] == log.entry_id)
    row = rows[place - 1] if place else rows[1] if len(rows) > 1 else None
    cell = row and row["rounds"][log.round.number - 1]
    other = cell and Log.objects.select_related("attempt").filter(attempt=cell["attempt"]).first()
    if row is None or not other:
        return None
    assert other.attempt is not None
    other.attempt.round = log.round
    return {"row": row, "log": other, "above": place > 0} if _is_seen(other, seen) else None


def _standing(log: Log, seen: Viewpoint) -> standings.Row | None:
    """The player's row in the round so far; None if this game does not count, or if the viewer may
    not see the standings."""
    if not (seen.sees_standings and log.attempt is not None and log.attempt.counts):
        return None
    return standings.row_of(log.entry, seen, round=log.round)


def _worth(log: Log, standing: standings.Row | None) -> float | None:
    """The points that the player gets for the round; None if only the score counts, or without `standing`."""
    cell = standing and standing["rounds"][log.round.number - 1]
    return cell["points"] if cell else None


def _rating_changes(log: Log, viewer: Player | None) -> Sequence[EventChange]:
    """How the round changed the player's rating; empty if this game does not count."""
    assert log.attempt is not None
    player = log.entry.player_id
    return changes_by([log.round], [player], viewer).get(player, ()) if log.attempt.counts else ()


def _why(log: Log, seen: Viewpoint) -> Translatable | None:
    return standings.explanations(log.entry, seen)[log.round.number - 1]


def _everyone(request: HttpRequest, log: Log, seen: Viewpoint) -> dict[str, Any]:
    """One page of the games that count in the round, the best first, each with its log."""
    number = page_number(request)
    sheet = standings.sheet(seen, round=log.round, offset=(number - 1) * PAGE, limit=PAGE + 1)
    ranked = [row for row in sheet.results if row["rank"] is not None]
    if number > 1 and not ranked:
        raise Http404
    cells = {row["entry"]: row["rounds"][log.round.number - 1] for row in ranked[:PAGE]}
    attempts = [cell["attempt"] for cell in cells.values()]
    logs: dict[str, Log] = {}
    for each in Log.objects.select_related("attempt").defer("moves").filter(attempt__in=attempts):
        assert each.attempt is not None
        each.attempt.round = log.round
        logs[each.attempt.pk] = each
    return {
        "everyone": [
            {**row, **cell, "log": its, "watchable": _is_seen(its, seen)}
            for row in ranked[:PAGE]
            for cell in [cells[row["entry"]]]
            for its in [logs[cell["attempt"]]]
        ],
        "timed": any(cell["elapsed_ms"] is not None for cell in cells.values()),
        "page": number,
        "version": sheet.version,
        "since": version_begun_with(request, sheet.version),
        "more": len(ranked) > PAGE,
    }
