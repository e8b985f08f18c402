"""Medals for a deal whose round is over: a goal for players who cannot win.

Gold takes par, or the score that the best tenth of the players reached; silver what the best quarter reached,
bronze what the best half reached. Each takes a worse score than the one before, and none takes the worst
score there is. Rounds with too few players to compare have no medals.
"""

from collections.abc import Mapping
from typing import Final

from .comparison import FIELD
from .orders import InRound

MEDALS: Final[Mapping[str, int]] = {"gold": 10, "silver": 4, "bronze": 2}
"""Each medal, and the part of the field that sets its score: 4 means the best quarter, rounded down."""


def medals_in(order: InRound, *, par: int | None, worst: int) -> Mapping[str, int]:
    """The score that each medal takes, by name, best first."""
    if order.ranked < FIELD:
        return {}
    reached = {medal: order.score_at(order.ranked // part - 1) for medal, part in MEDALS.items()}
    if par is not None and order.is_better(reached["gold"], par):
        reached["gold"] = par
    scores: dict[str, int] = {}
    for medal, score in reached.items():
        if score != worst and all(order.is_better(each, score) for each in scores.values()):
            scores[medal] = score
    return scores


def medal_for(score: int, medals: Mapping[str, int], *, lowest_wins: bool) -> str | None:
    """The best medal that a score takes; None if it takes none.

    >>> medal_for(5, {"gold": 3, "silver": 7}, lowest_wins=True)
    'silver'
    """
    sign = 1 if lowest_wins else -1
    return next((medal for medal, needed in medals.items() if sign * score <= sign * needed), None)
