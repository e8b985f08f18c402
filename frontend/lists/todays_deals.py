"""Today's deals, and how far the viewer is with each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from competitions.dailies.calendar import dailies_of, today
from competitions.dailies.streaks import Streak, streaks_of
from competitions.models import Attempt, Competition, Player
from games.game import Game


@dataclass(frozen=True)
class TodaysDeal:
    """A deal of the day, as one viewer sees it."""

    competition: Competition
    game: Game
    attempt: Attempt | None
    """The viewer's only attempt, if they have begun it."""
    streak: int
    """How many dailies of the game the viewer has played in a run."""

    @property
    def running(self) -> bool:
        return self.attempt is not None and self.attempt.ended_at is None


def todays_deals(viewer: Player | None, now: datetime) -> Sequence[TodaysDeal]:
    """One for each game, in the order of the games; none before the site has made them."""
    dailies = dailies_of(today(now))
    begun: dict[str, Attempt] = {}
    streaks: Mapping[str, Streak] = {}
    if viewer is not None and dailies:
        streaks = streaks_of(viewer, now)
        mine = Attempt.objects.filter(player=viewer, round__competition__in=dailies).select_related("round")
        begun = {attempt.round.competition_id: attempt for attempt in mine}
    found = [(each, each.rounds.all()[0].deal.game) for each in dailies if each.state(now) == "running"]
    return [
        TodaysDeal(each, game, begun.get(each.pk), streaks[game.slug].streak if game.slug in streaks else 0)
        for each, game in found
    ]
