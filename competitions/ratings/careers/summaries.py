"""What a player has played at each game, in numbers: how often each score, streaks of dailies, ratings."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.db.models import Case, IntegerField, Value, When

from games import GAMES

from ...contests.dailies.streaks import NO_STREAK, Streak, streaks_over
from ...models import DailyTally, Rating, Tally
from .career import Career


@dataclass(frozen=True)
class GameSummary:
    """A player's results at one game, as a viewer may know them."""

    scores: Mapping[int, int]
    """How often each score, the best first."""
    won: int
    daily: Streak

    @property
    def played(self) -> int:
        return sum(self.scores.values())

    @property
    def best(self) -> int | None:
        return next(iter(self.scores), None)

    @property
    def has_middle(self) -> bool:
        """Whether there are others than the best for one to be in the middle."""
        return self.played > 1

    @property
    def median(self) -> float | None:
        """The score in the middle; of an even number the mean of the two there."""
        if not self.scores:
            return None
        scores, ends = [*self.scores], [*accumulate(self.scores.values())]
        low, high = ((self.played - 1) // 2, self.played // 2)
        one, other = (scores[next(at for at, end in enumerate(ends) if end > n)] for n in (low, high))
        return (one + other) / 2


def summaries(career: Career) -> Mapping[str, GameSummary]:
    """What the player has played, by game; games without any result that may be known are left out."""
    times: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    won: dict[str, int] = defaultdict(int)
    for slug, score, some, some_won in _counted(career):
        times[slug][score] += some
        won[slug] += some_won
    streaks = _streaks(career)
    return {
        slug: GameSummary(
            dict(sorted(times[slug].items(), reverse=game.score_order == "highest")),
            won[slug],
            streaks.get(slug, NO_STREAK),
        )
        for slug, game in GAMES.items()
        if slug in times
    }


def ratings_of(career: Career) -> Mapping[str, Rating]:
    """The player's ratings by game. They follow from what is certified, and so they are for everyone."""
    return {rating.game_slug: rating for rating in Rating.objects.filter(player=career.player)}


def _counted(career: Career) -> Sequence[tuple[str, int, int, int]]:
    """Games with scores, how often there was each and how often it was won: in one query, so that what is
    filed in this moment is counted once."""
    tallies = Tally.objects.filter(
        player=career.player, everyone__in=(True, False) if career.is_own else (True,), times__gt=0
    )
    once = Value(1, output_field=IntegerField())
    won = Case(When(won=True, then=1), default=0, output_field=IntegerField())
    others = [
        results.order_by()
        .annotate(once=once, was_won=won)
        .values_list("round__deal__game_slug", "score", "once", "was_won")
        for results in career.looked_for
    ]
    return list(tallies.values_list("game_slug", "score", "times", "won").union(*others, all=True))


def _streaks(career: Career) -> Mapping[str, Streak]:
    """The streaks over the dailies of which the viewer may know the results."""
    played: dict[str, set[int]] = defaultdict(set)
    daily = "round__competition__daily"
    others = [results.played().filter(**{f"{daily}__isnull": False}) for results in career.looked_for]
    for results in others:
        for slug, number in results.values_list(f"{daily}__game_slug", f"{daily}__number"):
            played[slug].add(number)
    for tally in DailyTally.objects.filter(player=career.player):
        played[tally.game_slug] |= tally.numbers
    return streaks_over(played, career.now)
