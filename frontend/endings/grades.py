"""How good the end of a game is beside what such deals usually end with.

The script says the same of games that have just ended.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from competitions.models import Attempt, Deal

from ..scoreboard.columns import written_number
from ..wording.comparisons import better_in_words
from .usual_ends import usual_ends

STARS: Final = 3


class GameGrade(NamedTuple):
    """What a page says of an ended game."""

    stars: int
    """Up to `STARS`: all of them for a win, two for what most such deals do not come to, none for what most
    of them leave behind."""
    usual: str
    """What such deals usually end with; empty where nobody knows."""

    @property
    def signs(self) -> str:
        """
        >>> GameGrade(1, "").signs
        '★☆☆'
        """
        return "★" * self.stars + "☆" * (STARS - self.stars)


def grade_of(played: Attempt, deal: Deal) -> GameGrade:
    """Of an ended attempt at this deal."""
    assert played.score is not None
    return graded(
        played.score,
        won=played.won,
        usual=usual_ends(deal.game_slug, deal.rules),
        lowest=deal.game.lowest_wins,
    )


def graded(score: int, *, won: bool, usual: Mapping[int, int], lowest: bool) -> GameGrade:
    """
    >>> usual = {0: 1, 4: 2, 8: 3, 12: 2, 20: 2}
    >>> [graded(score, won=False, usual=usual, lowest=True).stars for score in (2, 8, 20)]
    [2, 1, 0]
    >>> graded(8, won=False, usual=usual, lowest=True).usual
    'Our bot usually ends such deals with 4 to 12; this is better than 4 of 10 of its games.'
    >>> graded(20, won=True, usual=usual, lowest=True).stars, graded(3, won=False, usual={}, lowest=True)
    (3, GameGrade(stars=1, usual=''))
    """
    ends = sorted(Counter(usual).elements())
    if not ends:
        return GameGrade(STARS if won else 1, "")
    lower, not_higher = bisect_left(ends, score), bisect_right(ends, score)
    beaten = len(ends) - not_higher if lowest else lower
    share = (beaten + (not_higher - lower) / 2) / len(ends)
    stars = STARS if won else 2 if share >= 2 / 3 else 0 if share <= 1 / 3 else 1
    low, high = (written_number(ends[(len(ends) - 1) * quarter // 4]) for quarter in (1, 3))
    better = better_in_words(beaten, len(ends))
    beside = (
        f"; this is {better} of its games" if better else f", and {'fewer' if lowest else 'more'} is better"
    )
    range = low if low == high else f"{low} to {high}"
    return GameGrade(stars, f"Our bot usually ends such deals with {range}{beside}.")
