"""What the page of a challenge adds to the page of a contest."""

import json
from dataclasses import dataclass

from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Kind
from competitions.play.own_rounds import OwnRound
from competitions.standings import standings
from competitions.standings.standings import Row, Sheet

from ..endings.courses import scores_of
from ..endings.sharing import shared_cards, shared_result
from ..wording.moves import outcome_of


@dataclass(frozen=True)
class Challenge:
    """A challenge as one viewer sees it."""

    by: str
    """The player whose result is to be beaten: the challenge's maker or, until the maker has a result, the
    leader."""
    score: int | None
    won: bool
    mine: bool
    """Whether the viewer made the challenge."""
    share: str
    """The text that the viewer shares."""


def challenge_as_seen(own: OwnRound, seen: Viewpoint, sheet: Sheet) -> Challenge | None:
    """The challenge; None for contests of other kinds. One query, and another for viewers who have played."""
    competition = seen.competition
    if competition.kind != Kind.CHALLENGE or competition.organiser is None:
        return None
    made = Attempt.objects.counting().filter(round=own.round, player=competition.organiser_id).first()
    by, score = competition.organiser.name, None if made is None else made.score
    if made is None and (leader := _first(sheet)):
        by, score = leader["player"]["name"], leader["rounds"][0]["score"]
    return Challenge(by, score, made is not None and made.won, seen.organises, _shared(own, seen))


def _first(sheet: Sheet) -> Row | None:
    return next((row for row in sheet.results if row["rank"] == 1), None)


def _shared(own: OwnRound, seen: Viewpoint) -> str:
    if own.counting is None or seen.entry is None:
        return shared_cards(own.round.deal.game)
    opening, moves = own.round.deal.opening, json.loads(own.counting.log.moves)
    return shared_result(
        own.counting,
        round=own.round,
        comparison=standings.comparison(seen.entry, seen, round=own.round),
        outcome=outcome_of(opening, moves),
        scores=scores_of(opening, moves),
    )
