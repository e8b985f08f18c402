"""How hard a deal was: the score to expect from a player of each rating. The expected scores follow a
least-squares line through the ratings and scores of all who played the deal.

The line is computed with integers and fractions, so that every machine gets the same numbers.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

FEWEST: Final = 10
"""How many players the line through ratings and scores needs at least. With fewer, the luck of each player
would weigh too much."""

APART: Final = 200
"""Two data points with the mean score are added, this many rating points above and below the mean rating.
The two data points flatten the line if players are few or their ratings hardly differ."""

STEP: Final = 100


class Expectation(NamedTuple):
    rating: int
    """The rating, a multiple of `STEP`."""
    score: float
    """The expected score, with one decimal."""


def expected_scores(results: Sequence[tuple[int, int]], *, highest_wins: bool) -> list[Expectation]:
    """The expected scores from the lowest to the highest rating of the players. The list is empty if there
    are too few players. `results` are pairs of a player's rating before the game and the player's score.

    The expected score never becomes worse as the rating grows. All expected scores lie between the worst and
    the best score of the players.

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

    return [at(rating) for rating in range(_rounded(min(ratings)), _rounded(max(ratings)) + 1, STEP)]


def _rounded(rating: int) -> int:
    return (rating + STEP // 2) // STEP * STEP
