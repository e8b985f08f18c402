"""The best possible score before each move of a game, as an SVG line. Games of one deal can share a scale."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from competitions.endings.review import GameReview

WIDTH: Final = 1000
HEIGHT: Final = 300

STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
"""The possible distances between lines of the scale, in points."""

MOST_STEPS: Final = 4


class ScoreMark(NamedTuple):
    """A horizontal line of the chart's scale: its score, and its height `y` in the SVG."""

    score: int
    y: int


class GameCurve(NamedTuple):
    path: str
    """The SVG path, from left to right."""
    shown: str
    """The SVG path of the dots: one after each decisive move, at the best score still possible."""


class PossibleCurves(NamedTuple):
    """Curves on one scale, with better scores above. A curve never rises, because no move improves the best
    possible score."""

    curves: Sequence[GameCurve]
    scale: Sequence[ScoreMark]
    """The lines of the scale, the best score first, at equal distances."""


def curves_of(reviews: Sequence[GameReview]) -> PossibleCurves:
    """The curve of each game. There must be at least one game, and all games must be of one deal."""
    lowest = reviews[0].lowest
    values = [[*review.away.possible, review.away.final] for review in reviews]
    least, most = min(map(min, values)), max(map(max, values))
    step = next((step for step in STEPS if _steps(least, most, step) <= MOST_STEPS), STEPS[-1])
    bottom = least // step * step
    top = bottom + max(1, _steps(least, most, step)) * step
    last = max(1, *(len(review.away.possible) - 1 for review in reviews))

    def height(score: int) -> int:
        return round(HEIGHT * (score - bottom if lowest else top - score) / (top - bottom))

    def across(ply: int) -> int:
        return round(WIDTH * ply / last)

    def curve(review: GameReview) -> GameCurve:
        possible, final = review.away.possible, review.away.final
        falls = [
            f"H{across(ply)} V{height(after)}"
            for ply, (before, after) in enumerate(pairwise(possible), start=1)
            if before != after
        ]
        end = f"H{across(len(possible) - 1)} V{height(final)}"
        dots = [f"M{across(each.loss.ply + 1)},{height(each.loss.left)}h0" for each in review.decisive]
        return GameCurve(" ".join([f"M0,{height(possible[0])}", *falls, end]), " ".join(dots))

    scores: Iterable[int] = range(bottom, top + 1, step)
    scale = [ScoreMark(score, height(score)) for score in scores]
    return PossibleCurves([curve(review) for review in reviews], scale if lowest else scale[::-1])


def _steps(least: int, most: int, step: int) -> int:
    """How many steps a scale needs to cover both scores if each line is at a multiple of `step`."""
    return -(-most // step) - least // step
