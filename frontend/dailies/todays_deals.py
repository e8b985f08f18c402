"""Today's deals, and the viewer's progress with each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from competitions.contests.dailies.calendar import dailies_of, today
from competitions.contests.dailies.streaks import Streak, streaks_of
from competitions.embargo.visibility import viewpoints
from competitions.models import Attempt, Competition, Player
from competitions.standings import standings
from games.game import Game


@dataclass(frozen=True)
class TodaysDeal:
    """A deal of the day, as one viewer sees it."""

    competition: Competition
    game: Game
    attempt: Attempt | None
    """The viewer's only attempt; None if they have not begun."""
    streak: int
    """How many days in a row the viewer has played this game's daily."""
    row: standings.Row | None
    """The viewer's row in the standings, as far as the viewer may know it; None until their attempt has
    ended."""

    @property
    def running(self) -> bool:
        return self.attempt is not None and self.attempt.ended_at is None

    @property
    def ended(self) -> bool:
        return _ended(self.attempt)


def todays_deals(viewer: Player | None, now: datetime) -> Sequence[TodaysDeal]:
    """Today's running deals, at most one for each game, in the order of `games.GAMES`. Empty until the site
    has made them."""
    dailies = [each for each in dailies_of(today(now)) if each.state(now) == "running"]
    begun: dict[str, Attempt] = {}
    streaks: Mapping[str, Streak] = {}
    if viewer is not None and dailies:
        streaks = streaks_of(viewer, now)
        mine = Attempt.objects.filter(player=viewer, round__competition__in=dailies).select_related("round")
        begun = {attempt.round.competition_id: attempt for attempt in mine}
    rows = _rows([each for each in dailies if _ended(begun.get(each.pk))], viewer, now)
    games = [each.rounds_in_order[0].deal.game for each in dailies]
    return [
        TodaysDeal(
            each,
            game,
            begun.get(each.pk),
            streaks[game.slug].streak if game.slug in streaks else 0,
            rows.get(each.pk),
        )
        for each, game in zip(dailies, games, strict=True)
    ]


def _ended(attempt: Attempt | None) -> bool:
    return attempt is not None and attempt.ended_at is not None


def _rows(
    dailies: Sequence[Competition], viewer: Player | None, now: datetime
) -> Mapping[str, standings.Row]:
    """The viewer's row in the standings of each daily, by the daily's primary key."""
    seen = viewpoints(dailies, viewer, now) if dailies else []
    return {
        each.competition.pk: standings.row_of(each.entry, each) for each in seen if each.entry is not None
    }
