"""How hard a deal was: the score that players of each rating are to expect of it, by the line of least
squares through the ratings and scores of all who have played it.

It is worked out in whole numbers and fractions: so it comes out the same wherever it is worked out again.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

FEWEST: Final = 10
"""For fewer players nothing is said: the luck of each would weigh too much."""

APART: Final = 200
"""How far above and below the mean rating two more stand, who count as having the mean score. So few players,
or ratings that hardly differ, do not make a steep line."""

STEP: Final = 100


class Expectation(NamedTuple):
    rating: int
    """A whole number of `STEP`s."""
    score: float
    """To one decimal."""


def expected_scores(results: Sequence[tuple[int, int]], *, highest_wins: bool) -> list[Expectation]:
    """The scores to expect at the ratings that the field reaches over, the lowest rating first; `results` are
    the ratings of players before the game, each with its score. Empty for too few.

    A higher rating is never expected to do worse, and nobody to do better than the best or worse than the
    worst of the field.

    >>> expected_scores([(1400, 9), (1600, 5)] * 5, highest_wins=False)
    [Expectation(rating=1400, score=8.1), Expectation(rating=1500, score=7.0), \
Expectation(rating=1600, score=5.9)]
    """
    count = len(results)
    if count < FEWEST:
        return []
    ratings, scores = [rating for rating, _ in results], [score for _, score in results]
    mean_rating, mean_score = Fraction(sum(ratings), count), Fraction(sum(scores), count)
    spread = sum(rating**2 for rating in ratings) - count * mean_rating**2 + 2 * APART**2
    together = sum(rating * score for rating, score in results) - count * mean_rating * mean_score
    slope = together / spread if highest_wins == (together > 0) else Fraction(0)
    lowest, highest = Fraction(min(scores)), Fraction(max(scores))

    def at(rating: int) -> Expectation:
        score = mean_score + slope * (rating - mean_rating)
        return Expectation(rating, float(round(min(max(score, lowest), highest), 1)))

    return [at(rating) for rating in range(_near(min(ratings)), _near(max(ratings)) + 1, STEP)]


def _near(rating: int) -> int:
    return (rating + STEP // 2) // STEP * STEP
