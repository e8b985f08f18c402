"""Medals for a deal whose round is over: a goal for players who cannot win.

Gold needs the score that the best tenth of the players reached, or par if that score is better than par.
Silver needs the score that the best quarter reached, and bronze the score that the best half reached. A medal
is left out if it does not need a worse score than the medal before it, or if it needs only the worst possible
score. Rounds with too few players to compare have no medals.
"""

from collections.abc import Mapping
from typing import Final

from .comparison import FIELD
from .orders import InRound

MEDALS: Final[Mapping[str, int]] = {"gold": 10, "silver": 4, "bronze": 2}
"""For each medal, the part of the players that sets its score: 4 means the best quarter, rounded down to
whole players."""


def medals_in(order: InRound, *, par: int | None, worst: int) -> Mapping[str, int]:
    """The score that each medal needs, by the name of the medal. The best medal comes first."""
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
