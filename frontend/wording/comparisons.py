"""How good a game was, in words; the script uses the same words for games that have just ended."""

from typing import Final

from competitions.standings.comparison import Comparison

from ..scoreboard.columns import written_number

CROWD: Final = 20
"""If a result has at least this many others to compare with, the share that it beats is given in percent."""


def beaten_in_words(beaten: int, others: int) -> str:
    """How many of the others did worse; empty for none, and for less than one in a hundred.

    >>> beaten_in_words(6, 7), beaten_in_words(718, 1000), beaten_in_words(0, 7), beaten_in_words(1, 250)
    ('6 of 7', '71 %', '', '')
    """
    if 100 * beaten < others or not beaten:
        return ""
    return f"{beaten} of {others}" if others < CROWD else f"{100 * beaten // others} %"


def compared_in_words(comparison: Comparison, *, so_far: bool) -> str:
    """How a result compares with the other results of its round.

    >>> compared_in_words(Comparison(6, 9, 8.5, 2), so_far=True)
    'Better than 6 of 9 so far; the median is 8.5, the best 2.'
    >>> compared_in_words(Comparison(0, 9, 8.0, 2), so_far=False)
    'The median is 8, the best 2.'
    """
    beaten = beaten_in_words(comparison.beaten, comparison.others)
    median, best = f"{comparison.median:g}".replace("-", "\N{MINUS SIGN}"), written_number(comparison.best)
    if so_far:
        if beaten:
            return f"Better than {beaten} so far; the median is {median}, the best {best}."
        return f"The median is {median}, the best {best} so far."
    if beaten:
        return f"Better than {beaten}; the median is {median}, the best {best}."
    return f"The median is {median}, the best {best}."
