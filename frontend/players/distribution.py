"""How often each score occurred, as an SVG bar chart."""

from collections.abc import Mapping
from typing import Final, NamedTuple

WIDTH: Final = 1000
HEIGHT: Final = 300
"""The height of the chart, in SVG units."""

STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""The possible numbers of neighbouring scores that share a bar."""

MOST_BARS: Final = 30

GAP: Final = 0.15
"""The gap between two bars, as a share of the distance between their left edges."""


class Distribution(NamedTuple):
    bars: str
    """The SVG path of all bars, from the lowest score to the highest; a score without results has no bar."""
    best: str
    """The path of the bar with the best score."""
    most: int
    """The number of results in the highest bar."""
    lowest: int
    highest: int


def distribution(scores: Mapping[int, int], *, best: int) -> Distribution:
    """The chart of `scores`: how often each score occurred. There must be at least one score.

    >>> drawn = distribution({0: 1, 3: 2}, best=0)
    >>> drawn.bars
    'M18,300V150h212V300z M768,300V0h212V300z'
    >>> drawn.best, drawn.most
    ('M18,300V150h212V300z', 2)
    """
    lowest, highest = min(scores), max(scores)
    step = next((step for step in STEPS if highest // step - lowest // step < MOST_BARS), STEPS[-1])
    times: dict[int, int] = {}
    for score, some in sorted(scores.items()):
        times[score // step] = times.get(score // step, 0) + some
    first, most = lowest // step, max(times.values())
    wide = WIDTH / (highest // step - first + 1)

    def bar(number: int) -> str:
        left, top = int((number - first + GAP / 2) * wide), HEIGHT - round(HEIGHT * times[number] / most)
        return f"M{left},{HEIGHT}V{top}h{int((1 - GAP) * wide)}V{HEIGHT}z"

    return Distribution(" ".join(map(bar, times)), bar(best // step), most, lowest, highest)
