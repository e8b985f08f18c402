"""How good the final score of a game is, compared with the results of its round. If the round has too few
results, the score is compared with those of our bot's games."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from ..models import Par
from ..standings.comparison import Comparison


class EndingGrade(StrEnum):
    WON = "won"
    BEST = "best"
    """Nobody could do better with these cards."""
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


class Beaten(NamedTuple):
    """How many of the others did worse. The others are players, or games of our bot if no player's result is
    known."""

    number: int
    others: int
    by_bot: bool = False
    unbeaten: bool = False
    """Whether none of the others did better."""


def verdict_of(
    score: int,
    *,
    won: bool,
    lowest: bool,
    comparison: Comparison | None,
    usual: Mapping[int, int],
    par: Par | None = None,
) -> EndingGrade:
    """The verdict on a score. A won game is `WON`. Otherwise, a score that equals a proven par is `BEST`. Any
    other score is compared with the results of the round. If these are too few, it is compared with those of
    our bot's games; without such games, it is `FAIR`."""
    if won:
        return EndingGrade.WON
    if par is not None and par.proven and score == par.score:
        return EndingGrade.BEST
    if comparison is not None and comparison.has_field:
        return _beside_players(score, comparison, lowest=lowest)
    return _beside_bot(score, usual, lowest=lowest)


def _beside_players(score: int, comparison: Comparison, *, lowest: bool) -> EndingGrade:
    """A score is good if it is the best one, or beats at least two thirds of the others. It is fair if it is
    the median or better, or beats more than a third of the others. In the example, there are 9 others, the
    median is 8, and the best score is 2.

    >>> [_beside_players(score, Comparison(beaten, 9, 8, 2), lowest=True).value for score, beaten in
    ...  ((2, 1), (4, 6), (8, 3), (9, 3), (9, 4))]
    ['good', 'good', 'fair', 'poor', 'fair']
    """
    share = comparison.beaten / comparison.others
    if score == comparison.best or share >= 2 / 3:
        return EndingGrade.GOOD
    usual = score <= comparison.median if lowest else score >= comparison.median
    return EndingGrade.FAIR if usual or share > 1 / 3 else EndingGrade.POOR


def _beside_bot(score: int, usual: Mapping[int, int], *, lowest: bool) -> EndingGrade:
    """A good score beats at least two thirds of the bot's games, and a poor score at most one third. A game
    with an equal score counts half. `usual` says how many games ended with each score.

    >>> usual = {0: 1, 4: 2, 8: 3, 12: 2, 20: 2}
    >>> [_beside_bot(score, usual, lowest=True).value for score in (2, 8, 20)]
    ['good', 'fair', 'poor']
    """
    games = sum(usual.values())
    if not games:
        return EndingGrade.FAIR
    share = (beaten_bot(score, usual, lowest=lowest).number + usual.get(score, 0) / 2) / games
    return EndingGrade.GOOD if share >= 2 / 3 else EndingGrade.POOR if share <= 1 / 3 else EndingGrade.FAIR


def beaten_bot(score: int, usual: Mapping[int, int], *, lowest: bool) -> Beaten:
    """How many of the bot's games ended with a worse score. `usual` says how many ended with each score.

    >>> beaten_bot(4, {0: 1, 4: 2, 8: 3}, lowest=True)
    Beaten(number=3, others=6, by_bot=True, unbeaten=False)
    """
    worse = (times for end, times in usual.items() if (end > score if lowest else end < score))
    return Beaten(sum(worse), sum(usual.values()), by_bot=True)


def beaten_by(
    score: int, comparison: Comparison | None, usual: Mapping[int, int], *, lowest: bool
) -> Beaten | None:
    """How many of the other results are worse. Without other results, how many of our bot's games ended with
    a worse score; None if our bot has not played the deal, either."""
    if comparison is not None and comparison.others:
        return Beaten(comparison.beaten, comparison.others, unbeaten=score == comparison.best)
    return beaten_bot(score, usual, lowest=lowest) if usual else None
