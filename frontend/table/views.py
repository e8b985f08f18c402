"""The page of a round: what to expect, the card table while playing, and the result."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.endings.ending import ending_of_attempt
from competitions.models import Attempt, Competition, Entry, Play, Round
from competitions.moderation.signs import note_origin
from competitions.play import dealer
from competitions.play.declare_done import declare_done
from competitions.play.ghosts.ghost_dealer import may_be_ghost
from competitions.play.own_rounds import OwnRound, after_round, best_score, newest_ended, own_rounds
from competitions.refusals import Refusal
from competitions.standings import standings
from competitions.web.limits import address_of

from ..accounts.account_offers import offer_to_viewer
from ..challenges.deal_links import first_deal
from ..contest.wishes import grants_a_wish
from ..endings.shown_ending import ShownEnding
from ..join.forms import JoinForm, blank_join_form
from ..join.newcomers import is_newcomer
from ..join.press import PLAY
from ..ratings.deal_difficulty import difficulties_in_words
from ..requests.lookups import competition_or_404, round_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from ..scoreboard.columns import columns_of
from ..wording import link_previews
from ..wording.moves import MOST_IN_WORDS, outcomes
from .table_start import table_start


@require_safe
def round_page(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    competition = competition_or_404(competition_id, player_of(request))
    return show_round(request, competition, round_or_404(competition, number))


@require_http_methods(["GET", "HEAD", "POST"])
@limited("attempts")
def deal_round(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    """Deal the cards and start the clock, or continue a running attempt."""
    competition = competition_or_404(competition_id, player_of(request))
    round = round_or_404(competition, number)
    entry = viewpoint(competition, player_of(request), timezone.now()).entry
    if request.method == "POST" and entry is not None:
        return deal(request, competition, round, entry)
    return redirect("round", competition_id, number)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("attempts")
def declare_round_done(request: HttpRequest, competition_id: str, number: int) -> HttpResponse:
    """Give up the viewer's remaining attempts at the round, so that the viewer may see the others' games."""
    competition = competition_or_404(competition_id, player_of(request))
    round, now = round_or_404(competition, number), timezone.now()
    entry = viewpoint(competition, player_of(request), now).entry
    if request.method == "POST" and entry is not None:
        try:
            declare_done(entry=entry, round=round, now=now)
        except Refusal as refusal:
            return show_round(request, competition, round, notice=str(refusal.detail), status=409)
    return redirect("round", competition_id, number)


def deal(request: HttpRequest, competition: Competition, round: Round, entry: Entry) -> HttpResponse:
    """Redirect to the card table of a new or running attempt, or show why the cards were not dealt."""
    now = timezone.now()
    try:
        dealer.running_at(entry=entry, round=round, now=now)
        _, new = dealer.start_attempt(entry=entry, round=round, now=now)
        if new:
            note_origin(entry=entry, network=address_of(request), now=now)
    except Refusal as refusal:
        return show_round(request, competition, round, notice=str(refusal.detail), status=409)
    return redirect("round", competition.pk, round.number)


def show_round(
    request: HttpRequest,
    competition: Competition,
    round: Round,
    *,
    join_form: JoinForm | None = None,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of the round for its viewer. `join_form` is a form that was refused; `notice` says why nothing
    was dealt."""
    now = timezone.now()
    viewer = player_of(request)
    seen = viewpoint(competition, viewer, now)
    if competition.against_id is not None and not seen.sees_standings:
        # the contest's page says that this duel is for two others
        return redirect("competition", competition.pk)
    found = own_rounds(competition, seen)
    own = next(own for own in found if own.round == round)
    context: dict[str, Any] = {
        "competition": competition,
        "shared_link": link_previews.to_competition(competition, now),
        "round": round,
        "many": len(found) > 1,
        "own": own,
        "game": round.deal.game,
        "seen": seen,
        "me": seen.entry and seen.entry.pk,
        "joinable": competition.joinable(now),
        "deals": round if own.state == "open" else None,
        "press": PLAY,
        "join_form": join_form or blank_join_form(request, competition, viewer),
        "may_take_back": dealer.may_take_back(round),
        "difficulty": difficulties_in_words([seen]).get(round.pk),
        "par": seen.par(round),
        "guide": first_deal(round.deal.game),
        "practice": reverse("practice", args=(round.deal.game_slug,)),
        "newcomer": is_newcomer(request, own, viewer),
        "cut_short_s": own.cut_short_s(now),
        "notice": notice,
        "may_be_ghost": may_be_ghost(seen, round),
        "shown": None,
        "wish": own.counting is not None and own.counting.won and grants_a_wish(round),
    }
    if own.running is not None:
        context |= _table(own, own.running, seen, rounds=len(found))
    elif own.counting is not None:
        ended = newest_ended(own, seen, read_up_to=MOST_IN_WORDS)
        [counting] = (attempt for attempt in ended if attempt == own.counting)
        told = [
            (attempt, attempt.moves_read)  # type: ignore[attr-defined]  # annotated
            for attempt in (counting, *reversed(ended))
        ]
        said = outcomes(round.deal.opening, told)
        context["results"] = [(attempt, said.get(attempt.pk, "")) for attempt in ended]
        context["result_url"] = request.build_absolute_uri(reverse("result", args=(counting.log.pk,)))
        assert seen.entry is not None
        counting.entry = seen.entry  # loaded already, so no query is needed
        if (moves := counting.moves_read) is not None:  # type: ignore[attr-defined]  # annotated
            counting.log.moves = moves
        context["shown"] = ShownEnding(ending_of_attempt(counting, seen))
        context["offer"] = offer_to_viewer(request)
        context |= _standing(competition, own, seen)
        context["may_be_done"] = own.may_begin and competition.play == Play.OPEN and seen.knows_scores(round)
    return render(request, "table/round.html", context, status=status)


def _table(own: OwnRound, attempt: Attempt, seen: Viewpoint, *, rounds: int) -> dict[str, Any]:
    """The card table as it is now, and the start data of its island, the TypeScript that runs the table."""
    snapshot, round = dealer.snapshot_of(attempt), own.round
    return {
        "view": snapshot.view,
        "play": {
            **table_start(round, snapshot, seen.now),
            "entry": attempt.entry_id,
            "may_take_back": dealer.may_take_back(round),
            "left": own.left,
            "rounds": rounds,
            "after": after_round(round.competition, seen.now),
            "best": best_score(own, seen),
        },
    }


def _standing(competition: Competition, own: OwnRound, seen: Viewpoint) -> dict[str, Any]:
    """The viewer's place in the round: the rows around the viewer's row, and the games to watch."""
    entry = seen.entry
    assert entry is not None
    sheet, columns = standings.around(entry, seen, round=own.round), columns_of(competition)
    rows = [{**row, "cell": row["rounds"][own.round.number - 1]} for row in sheet.results]
    logs = _logs_of([row["cell"]["attempt"] for row in rows if row["cell"]], seen)
    return {
        "columns": columns,
        "waiting": own.state != "closed",
        "why": standings.explanations(entry, seen)[own.round.number - 1],
        "neighbours": [{**row, "log": row["cell"] and logs.get(row["cell"]["attempt"])} for row in rows],
        "own_row": next(row for row in sheet.results if row["entry"] == entry.pk),
        "place": {
            "competition": competition.pk,
            "round": own.round.number,
            "entry": entry.pk,
            "version": sheet.version,
            "columns": columns.as_props,
            "rows": sheet.results,
            "over": own.state == "closed",
            "logs": logs,
        },
    }


def _logs_of(attempts: list[str | None], seen: Viewpoint) -> dict[str, str]:
    """The ids of the logs of others' attempts, by attempt id, as far as the viewer may see the games."""
    others = Attempt.objects.exclude(entry=seen.entry)
    found = others.filter(pk__in=attempts).select_related("log", "round__competition").defer("log__moves")
    return {attempt.pk: attempt.log.pk for attempt in found if seen.sees_played(attempt)}
