"""What the page of a challenge says besides what every contest's page says."""

from dataclasses import dataclass

from competitions.embargo.visibility import Viewpoint
from competitions.models import Attempt, Kind
from competitions.scoring.standings import Row, Sheet

from ..deals.sharing import share_facts
from .own_rounds import OwnRound


@dataclass(frozen=True)
class Challenge:
    """A challenge as one viewer sees it."""

    by: str
    """Whose result is to be beaten: its maker's, or the leader's while the maker has none."""
    score: int | None
    won: bool
    mine: bool
    """Whether the viewer made it."""
    share: str
    """What is shared when the viewer passes it on."""


def challenge_as_seen(own: OwnRound, seen: Viewpoint, sheet: Sheet) -> Challenge | None:
    """None for a contest that is no challenge. One query."""
    competition = seen.competition
    if competition.kind != Kind.CHALLENGE or competition.organiser is None:
        return None
    made = Attempt.objects.filter(round=own.round, player=competition.organiser_id, counts=True).first()
    by, score = competition.organiser.name, None if made is None else made.score
    if made is None and (leader := _first(sheet)):
        by, score = leader["player"]["name"], leader["rounds"][0]["score"]
    return Challenge(by, score, made is not None and made.won, seen.organises, _shared(own, seen, sheet))


def _first(sheet: Sheet) -> Row | None:
    return next((row for row in sheet.results if row["rank"] == 1), None)


def _shared(own: OwnRound, seen: Viewpoint, sheet: Sheet) -> str:
    me = seen.entry and seen.entry.pk
    return share_facts(
        own.round.deal.game,
        played=own.counting,
        row=next((row for row in sheet.results if row["entry"] == me), None),
    )
