"""The parts of a challenge's page that the page of other contests does not have."""

from dataclasses import dataclass

from competitions.embargo.visibility import Viewpoint
from competitions.endings.ending import ending_of_attempt
from competitions.endings.ending_sentences import invitation, shared
from competitions.models import Attempt, Kind
from competitions.play.own_rounds import OwnRound
from competitions.standings.standings import Row, Sheet


@dataclass(frozen=True)
class Challenge:
    """A challenge as one viewer sees it."""

    by: str
    """The name of the challenge's maker, whose result is to be beaten. If the maker has no result and others
    have, the name of the leader."""
    score: int | None
    won: bool
    mine: bool
    """Whether the viewer made the challenge."""
    share: str
    """The text that the viewer shares."""


def challenge_as_seen(own: OwnRound, seen: Viewpoint, sheet: Sheet) -> Challenge | None:
    """The challenge; None for contests of other kinds. One query; for viewers with a result that counts, also
    the queries of `ending_of_attempt`."""
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
        return invitation(own.round.deal.game)
    own.counting.entry = seen.entry  # loaded already, so no query is needed
    return shared(ending_of_attempt(own.counting, seen))
