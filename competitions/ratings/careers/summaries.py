"""A player's results at each game in numbers: how often the player reached each score, streaks of dailies,
and ratings."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from games import GAMES

from ...contests.dailies.streaks import NO_STREAK, Streak, streaks_over
from ...models import Rating
from .career import Career


@dataclass(frozen=True)
class GameSummary:
    """A player's results at one game, as a viewer may see them."""

    scores: Mapping[int, int]
    """How often the player reached each score, the best score first."""
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
        """Whether there is more than one result. With a single result, a median would say nothing new."""
        return self.played > 1

    @property
    def median(self) -> float | None:
        """The median score: the mean of the two middle scores if the number of results is even. None without
        results."""
        if not self.scores:
            return None
        scores, ends = [*self.scores], [*accumulate(self.scores.values())]
        low, high = ((self.played - 1) // 2, self.played // 2)
        one, other = (scores[next(at for at, end in enumerate(ends) if end > n)] for n in (low, high))
        return (one + other) / 2


def summaries(career: Career) -> Mapping[str, GameSummary]:
    """The summary of each game with a result that the viewer may see, keyed by the slug of the game."""
    times: dict[str, Counter[int]] = defaultdict(Counter)
    won: Counter[str] = Counter()
    dailies: dict[str, set[int]] = defaultdict(set)
    for each in career.outcomes:
        times[each.game_slug][each.score] += 1
        won[each.game_slug] += each.won
        if each.daily is not None and each.moves_made:
            dailies[each.game_slug].add(each.daily)
    streaks = streaks_over(dailies, career.now)
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
    """The player's ratings, keyed by the slug of the game. Everyone may see them, since they follow from
    certified results."""
    return {rating.game_slug: rating for rating in Rating.objects.filter(player=career.player)}
