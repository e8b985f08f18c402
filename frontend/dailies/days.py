"""The deals of one day: their winners, and the viewer's result at each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db.models import Max, Min, Q

from competitions.contests.dailies.calendar import dailies_of
from competitions.embargo.visibility import Viewpoint, known_scores, viewpoints
from competitions.models import Attempt, Competition, Daily, Player
from competitions.standings import standings
from games.game import Game

from ..challenges.deal_links import LinkedDeal
from ..ratings.deal_difficulty import difficulties_in_words
from .months import cards_of

NAMED: Final = 3
"""How many players in a shared first place are named at most."""


@dataclass(frozen=True)
class DayDeal:
    """A day's deal, as one viewer may see it."""

    competition: Competition
    game: Game
    state: str
    """The state of the competition."""
    attempt: Attempt | None
    """The viewer's only attempt; None if they have not begun."""
    row: standings.Row | None
    """The viewer's row in the standings; None if the viewer has not joined, or may not know the scores."""
    winners: Sequence[standings.Row]
    """The rows of at most `NAMED` players in first place; empty if the viewer may not know the scores."""
    more: bool
    """Whether more players share first place."""
    cards: LinkedDeal | None
    """The cards of the deal, to play again; None until the round is closed for everyone."""
    difficulty: str | None
    """How hard the deal was, in words; None if unknown."""

    @property
    def running(self) -> bool:
        return self.attempt is not None and self.attempt.ended_at is None


@dataclass(frozen=True)
class DealsOfDay:
    on: date
    deals: Sequence[DayDeal]
    """The deals that the site made for that day, in the order of `games.GAMES`."""
    earlier: date | None
    later: date | None


def day_of(day: date, viewer: Player | None, now: datetime) -> DealsOfDay | None:
    """The day with all its deals; None for a day without deals.

    At most nine queries for a player, besides those that bring the standings of the day's competitions up
    to date.
    """
    dailies = dailies_of(day)
    if not dailies:
        return None
    begun: dict[str, Attempt] = {}
    if viewer is not None:
        mine = Attempt.objects.filter(player=viewer, round__competition__in=dailies).select_related("round")
        begun = {attempt.round.competition_id: attempt for attempt in mine}
    beside = Daily.objects.aggregate(
        earlier=Max("date", filter=Q(date__lt=day)), later=Min("date", filter=Q(date__gt=day))
    )
    seen = viewpoints(dailies, viewer, now)
    known = {round.competition_id for round in known_scores(seen)}
    difficulties = difficulties_in_words(seen)
    deals = [
        _deal(one, begun.get(one.competition.pk), difficulties, known=one.competition.pk in known)
        for one in seen
    ]
    return DealsOfDay(day, deals, **beside)


def _deal(
    seen: Viewpoint, attempt: Attempt | None, difficulties: Mapping[int, str], *, known: bool
) -> DayDeal:
    competition = seen.competition
    round = competition.rounds_in_order[0]
    rows = standings.sheet(seen, offset=0, limit=NAMED + 1).results if known else []
    first = [row for row in rows if row["rank"] == 1]
    return DayDeal(
        competition,
        round.deal.game,
        competition.state(seen.now),
        attempt,
        standings.row_of(seen.entry, seen) if known and seen.entry is not None else None,
        first[:NAMED],
        len(first) > NAMED,
        cards_of(seen),
        difficulties.get(round.pk),
    )
