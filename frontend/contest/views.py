"""The page of a contest: its rounds, its scoreboard, and how to join and play."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.models import Competition, Kind
from competitions.play.dealer import may_take_back
from competitions.play.ghosts.ghost_dealer import may_be_ghost
from competitions.play.own_rounds import OwnRound, next_round, own_rounds
from competitions.standings import standings
from competitions.translatable import about_game
from games.deck import commitment

from ..challenges.challenge_page import challenge_as_seen
from ..challenges.deal_links import LinkedDeal
from ..duels.matches import match_as_seen
from ..join.forms import JoinForm, blank_join_form
from ..join.newcomers import is_newcomer
from ..join.press import PLAY, SAME_CARDS, Press, play_round
from ..ratings.deal_difficulty import difficulties_in_words
from ..ratings.event_changes import EventChange, changes_by
from ..requests.lookups import competition_or_404, page_number, version_begun_with
from ..requests.viewers import player_of
from ..scoreboard.columns import columns_of
from ..scoreboard.first_rows import board_start
from ..wording import link_previews, words
from .command_lines import Commands
from .passing_sentences import passing_in_words
from .wishes import wishes_as_seen

PAGE = standings.HEAD
"""How many rows a page of the scoreboard has. A live message has the same number of rows, because it replaces
the first page.
"""

NO_BOARD: Final[Mapping[str, Any]] = {
    "sheet": None,
    "live": None,
    "page": 1,
    "more": False,
    "own_page": None,
    "hidden": False,
    "passings": (),
    "watchable": (),
}
"""The template's values for viewers who may not see the scoreboard."""


@require_safe
def competition_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    return show_competition(request, competition_or_404(competition_id, player_of(request)))


def show_competition(
    request: HttpRequest,
    competition: Competition,
    *,
    join_form: JoinForm | None = None,
    token: str | None = None,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the contest for the viewer. `join_form` is a form that was refused, `token` is a new token to
    show this one time, and `notice` says why the viewer's request changed nothing."""
    now = timezone.now()
    viewer = player_of(request)
    seen = viewpoint(competition, viewer, now)
    url = request.build_absolute_uri(reverse("competition", args=(competition.pk,)))
    found = own_rounds(competition, seen)
    difficulties = difficulties_in_words([seen])
    rounds = [{**_round_card(own, seen), "difficulty": difficulties.get(own.round.pk)} for own in found]
    published = competition.published_at is not None
    board: Mapping[str, Any] = (
        _board(request, competition, seen, now) if published and seen.sees_standings else NO_BOARD
    )
    opened = next((own for own in found if own.state == "open"), None)
    over = competition.over(now)
    changes = _rating_changes(seen, board)
    return render(
        request,
        "duels/duel.html" if competition.kind == Kind.DUEL else "contest/contest.html",
        {
            "competition": competition,
            "shared_link": link_previews.to_competition(competition, now),
            "state": words.state_shown(competition, now),
            "columns": columns_of(competition),
            "seen": seen,
            "me": seen.entry and seen.entry.pk,
            "url": url,
            "rounds": rounds,
            "many": len(found) > 1,
            "games": {about_game(own.round.deal.game).name for own in found},
            "undoable": sorted(
                {about_game(own.round.deal.game).name for own in found if may_take_back(own.round)}
            ),
            "first": next_round(found) or (found[0] if len(found) == 1 else None),
            "joinable": competition.joinable(now),
            "over": over,
            "final_row": _final_row(seen) if over else None,
            "winners": _winners(board) if over else [],
            "deals": opened and opened.round,
            "press": _press(competition, found, opened),
            "cut_short_s": opened and opened.cut_short_s(now),
            "newcomer": opened is not None and seen.entry is None and is_newcomer(request, opened, viewer),
            "now": now,
            "last_closing": _last_closing(found),
            "wishes": wishes_as_seen(found[0], seen) if published else None,
            "own_windows": any(own.round.opens_at or own.round.closes_at for own in found),
            "once_more": [each for each in rounds if each["practice"]],
            "challenge": challenge_as_seen(found[0], seen, board["sheet"]) if board["sheet"] else None,
            "match": match_as_seen(found, seen, board["sheet"], board["watchable"], changes),
            "own_changes": changes.get(seen.entry.player_id) if seen.entry else None,
            "notice": notice,
            "join_form": join_form or blank_join_form(request, competition, viewer),
            "token": token,
            "commands": _commands(request, rounds, competition, seen, token),
            **board,
        },
        status=status,
    )


def _final_row(seen: Viewpoint) -> standings.Row | None:
    """The viewer's own row, for the page of a contest that is over; None for viewers who have not joined."""
    if seen.entry is None:
        return None
    return standings.row_of(seen.entry, seen)


def _rating_changes(seen: Viewpoint, board: Mapping[str, Any]) -> Mapping[str, Sequence[EventChange]]:
    """The changes that the contest made to the ratings of the viewer or of both duellists, by player id."""
    competition, sheet = seen.competition, board["sheet"]
    players = [] if seen.entry is None else [seen.entry.player_id]
    if competition.kind == Kind.DUEL and sheet is not None:
        players = [row["player"]["id"] for row in sheet.results]
    return changes_by(competition.rounds_in_order, players, seen.viewer)


def _winners(board: Mapping[str, Any]) -> list[standings.Row]:
    """The rows that share first place, if they are on this page of the scoreboard."""
    sheet = board["sheet"]
    return [row for row in sheet.results if row["rank"] == 1] if sheet else []


def _press(competition: Competition, found: list[OwnRound], opened: OwnRound | None) -> Press:
    """The words of the button that deals cards. `opened` is the open round with these cards; None if no round
    is open."""
    if competition.kind == Kind.CHALLENGE:
        return SAME_CARDS
    return play_round(opened.round.number) if opened and len(found) > 1 else PLAY


def _round_card(own: OwnRound, seen: Viewpoint) -> dict[str, Any]:
    round = own.round
    return {
        "number": round.number,
        "game": round.deal.game,
        "rules": round.deal.rules,
        "state": own.state,
        "own": own,
        "opens_at": round.planned_opening,
        "closes_at": round.closing,
        "practice": _practice(own, seen),
        "band": round.deal.band,
        "sought": not round.deal.is_found(seen.now),
        "not_found": round.deal.is_not_to_be_found(seen.now),
        "par": seen.par(round),
        "has_tree": seen.tells_field(round),
        "may_be_ghost": may_be_ghost(seen, round),
        **_proof_of_deal(own, seen),
    }


def _practice(own: OwnRound, seen: Viewpoint) -> str:
    """The address for practising the cards of the round; empty until the round is closed for everyone."""
    seed = seen.seed(own.round) if seen.opened_up(own.round) else None
    return "" if seed is None else LinkedDeal(own.round.deal.game, own.round.deal.rules, seed).practice


def _proof_of_deal(own: OwnRound, seen: Viewpoint) -> dict[str, Any]:
    """The seed and the commitment, if the viewer may know them; after the close, also whether they match."""
    seed, published = seen.seed(own.round), seen.commitment(own.round)
    matches = None
    if own.state == "closed" and seed is not None and published is not None:
        matches = commitment(own.round.deal.game_slug, seed) == published
    return {"seed": seed, "commitment": published, "matches": matches}


def _board(request: HttpRequest, competition: Competition, seen: Viewpoint, now: datetime) -> dict[str, Any]:
    """A page of the scoreboard. The first page also has the start data of `Scoreboard.svelte`."""
    number = page_number(request)
    sheet, passings = standings.sheet_and_passings(seen, offset=(number - 1) * PAGE, limit=PAGE)
    if number > 1 and not sheet.results:
        raise Http404
    watchable = seen.rounds_to_watch(competition.rounds_in_order)
    board: dict[str, Any] = {
        **NO_BOARD,
        "sheet": sheet,
        "watchable": watchable,
        "now": now,
        "page": number,
        "version": sheet.version,
        "since": version_begun_with(request, sheet.version),
        "more": sheet.offset + len(sheet.results) < sheet.total,
        "own_page": _own_page(seen, sheet),
        "hidden": any(not seen.knows_scores(round) for round in competition.opened_rounds(now)),
        "passings": [passing_in_words(each) for each in passings],
    }
    if number == 1:
        board["live"] = board_start(seen, sheet, watchable)
    return board


def _last_closing(found: list[OwnRound]) -> datetime | None:
    """When the last round closes or closed; None if any round has no closing time."""
    closings = [own.round.closing for own in found if own.round.closing is not None]
    return None if len(closings) < len(found) else max(closings)


def _own_page(seen: Viewpoint, sheet: standings.Sheet) -> int | None:
    """The page with the viewer's own row; None if the row is on this page, or the viewer has not joined."""
    if seen.entry is None or any(row["entry"] == seen.entry.pk for row in sheet.results):
        return None
    return standings.before(seen.entry, seen) // PAGE + 1


def _commands(
    request: HttpRequest,
    rounds: list[dict[str, Any]],
    competition: Competition,
    seen: Viewpoint,
    token: str | None,
) -> list[Commands]:
    """The shell commands for each open round whose seed the viewer may know, if the viewer has joined."""
    if seen.entry is None:
        return []
    return [
        Commands(
            number=round["number"],
            game=round["game"],
            rules=round["rules"],
            seed=round["seed"],
            url=request.build_absolute_uri(
                f"/api/v1/competitions/{competition.pk}/rounds/{round['number']}/logs"
            ),
        )
        for round in rounds
        if round["state"] == "open" and round["seed"] is not None
    ]
