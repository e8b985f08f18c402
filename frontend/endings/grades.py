"""How good the end of a game is, compared with the other results of its round or, until there are enough,
with our bot.

The script grades games that have just ended in the same way.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from competitions.models import Attempt, Deal
from competitions.standings.comparison import Comparison

from ..scoreboard.columns import written_number
from ..wording.comparisons import beaten_in_words, compared_in_words
from .usual_ends import usual_ends

STARS: Final = 3


class GameGrade(NamedTuple):
    """How good an ended game was, as pages show it."""

    stars: int
    """Three stars for a win, two for a good end, one for a usual end, none for a poor end."""
    words: str
    """What the game is compared with, and how it compares; empty if there is nothing to compare with."""

    @property
    def signs(self) -> str:
        """
        >>> GameGrade(1, "").signs
        '★☆☆'
        """
        return "★" * self.stars + "☆" * (STARS - self.stars)


def grade_of(played: Attempt, deal: Deal, comparison: Comparison | None, *, so_far: bool) -> GameGrade:
    """The grade of an ended attempt at `deal`. `comparison` compares it with the others of its round;
    `so_far` says that more results may come."""
    assert played.score is not None
    lowest = deal.game.lowest_wins
    if comparison is not None and comparison.has_field:
        stars = STARS if played.won else stars_in_field(played.score, comparison, lowest=lowest)
        return GameGrade(stars, compared_in_words(comparison, so_far=so_far))
    usual = usual_ends(deal.game_slug, deal.rules)
    return graded(played.score, won=played.won, usual=usual, lowest=lowest)


def stars_in_field(score: int, comparison: Comparison, *, lowest: bool) -> int:
    """The stars of a game that was not won, from its place among the others of its round.

    Two for the best score or for beating two thirds of the others; one for a score from the median on, or for
    beating more than a third; otherwise none.

    >>> [stars_in_field(score, Comparison(beaten, 9, 8, 2), lowest=True) for score, beaten in
    ...  ((2, 1), (4, 6), (8, 3), (9, 3), (9, 4))]
    [2, 2, 1, 0, 1]
    """
    share = comparison.beaten / comparison.others
    if score == comparison.best or share >= 2 / 3:
        return 2
    usual = score <= comparison.median if lowest else score >= comparison.median
    return 1 if usual or share > 1 / 3 else 0


def graded(score: int, *, won: bool, usual: Mapping[int, int], lowest: bool) -> GameGrade:
    """The grade of a score beside our bot's usual scores.

    >>> usual = {0: 1, 4: 2, 8: 3, 12: 2, 20: 2}
    >>> [graded(score, won=False, usual=usual, lowest=True).stars for score in (2, 8, 20)]
    [2, 1, 0]
    >>> graded(8, won=False, usual=usual, lowest=True).words
    'Our bot usually ends such deals with 4 to 12; this is better than 4 of 10 of its games.'
    >>> graded(20, won=True, usual=usual, lowest=True).stars, graded(3, won=False, usual={}, lowest=True)
    (3, GameGrade(stars=1, words=''))
    """
    ends = sorted(Counter(usual).elements())
    if not ends:
        return GameGrade(STARS if won else 1, "")
    lower, not_higher = bisect_left(ends, score), bisect_right(ends, score)
    beaten = len(ends) - not_higher if lowest else lower
    share = (beaten + (not_higher - lower) / 2) / len(ends)
    stars = STARS if won else 2 if share >= 2 / 3 else 0 if share <= 1 / 3 else 1
    low, high = (written_number(ends[(len(ends) - 1) * quarter // 4]) for quarter in (1, 3))
    range = low if low == high else f"{low} to {high}"
    if better := beaten_in_words(beaten, len(ends)):
        words = f"Our bot usually ends such deals with {range}; this is better than {better} of its games."
    elif lowest:
        words = f"Our bot usually ends such deals with {range}, and fewer is better."
    else:
        words = f"Our bot usually ends such deals with {range}, and more is better."
    return GameGrade(stars, words)
