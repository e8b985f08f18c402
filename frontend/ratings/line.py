"""A rating over time, as an SVG line."""

from collections.abc import Sequence
from typing import Final, NamedTuple

WIDTH: Final = 1000
HEIGHT: Final = 300
"""The height of the chart, in SVG units."""

STEPS: Final = (25, 50, 100, 200, 500, 1000)
"""The possible distances between lines of the scale, in rating points."""

MOST_STEPS: Final = 4


class ScaleMark(NamedTuple):
    """A horizontal line of the chart's scale."""

    rating: int
    y: int


class RatingLine(NamedTuple):
    path: str
    """The SVG path, from left to right."""
    end: str
    """The SVG path of the dot at the end of the line."""
    scale: Sequence[ScaleMark]
    """The lines of the scale, the highest first, at equal distances."""
    lowest: int
    highest: int


def line_through(values: Sequence[int]) -> RatingLine:
    """A line with a point for each rating, equally spaced from left to right, and a scale for the ratings.

    >>> line = line_through([1500, 1560, 1530])
    >>> line.path
    'M0,300 L500,60 L1000,180'
    >>> [mark.rating for mark in line.scale]
    [1575, 1550, 1525, 1500]
    """
    lowest, highest = min(values), max(values)
    step = next((step for step in STEPS if _steps(lowest, highest, step) <= MOST_STEPS), STEPS[-1])
    bottom = lowest // step * step
    top = bottom + max(1, _steps(lowest, highest, step)) * step

    def height(rating: int) -> int:
        return round(HEIGHT * (top - rating) / (top - bottom))

    last = max(1, len(values) - 1)
    points = [f"{round(WIDTH * place / last)},{height(value)}" for place, value in enumerate(values)]
    scale = [ScaleMark(rating, height(rating)) for rating in range(top, bottom - 1, -step)]
    return RatingLine("M" + " L".join(points), f"M{points[-1]}h0", scale, lowest, highest)


def _steps(lowest: int, highest: int, step: int) -> int:
    """How many steps a scale needs to cover both ratings if each line is at a multiple of `step`."""
    return -(-highest // step) - lowest // step
