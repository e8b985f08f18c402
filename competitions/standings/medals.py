"""Medals for a deal whose round is over: a goal for players who cannot win.

Gold takes the score that the best tenth of the players reached, or par if that score is better than par.
Silver takes the score that the best quarter reached, and bronze the score that the best half reached. Each
medal takes a worse score than the medal before it. No medal takes the worst possible score. Rounds with too
few players to compare have no medals.
"""

from collections.abc import Mapping
from typing import Final

from .comparison import FIELD
from .orders import InRound

MEDALS: Final[Mapping[str, int]] = {"gold": 10, "silver": 4, "bronze": 2}
"""Each medal, and the part of the field that sets its score: 4 means the best quarter. The number of players
in that part is rounded down."""


def medals_in(order: InRound, *, par: int | None, worst: int) -> Mapping[str, int]:
    """The score that each medal takes, by the name of the medal, best medal first."""
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
    """The best medal that a score earns; None if the score earns no medal.

    >>> medal_for(5, {"gold": 3, "silver": 7}, lowest_wins=True)
    'silver'
    """
    sign = 1 if lowest_wins else -1
    return next((medal for medal, needed in medals.items() if sign * score <= sign * needed), None)
