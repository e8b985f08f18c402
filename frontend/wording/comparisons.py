"""How good a game was, in words; the script says the same of games that have just ended."""

from typing import Final

from competitions.scoring.comparison import Comparison

CROWD: Final = 20
"""From so many on, the others are told as a share."""


def better_in_words(beaten: int, others: int) -> str:
    """
    >>> better_in_words(6, 7), better_in_words(718, 1000), better_in_words(0, 7), better_in_words(1, 250)
    ('better than 6 of 7', 'better than 71 %', '', '')
    """
    if 100 * beaten < others or not beaten:
        return ""
    return f"better than {f'{beaten} of {others}' if others < CROWD else f'{100 * beaten // others} %'}"


def compared_in_words(comparison: Comparison, *, so_far: bool) -> str:
    """How a result compares with the others' of its round; empty of a lone one.

    >>> compared_in_words(Comparison(6, 7, 8.5, 2), so_far=True)
    'Better than 6 of 7 so far; the median is 8.5, the best 2.'
    >>> compared_in_words(Comparison(0, 7, 8.0, 2), so_far=False)
    'The median is 8, the best 2.'
    """
    if not comparison.others:
        return ""
    better, now = better_in_words(comparison.beaten, comparison.others), " so far" if so_far else ""
    rest = f"he median is {comparison.median:g}, the best {comparison.best}".replace("-", "\N{MINUS SIGN}")
    return f"B{better[1:]}{now}; t{rest}." if better else f"T{rest}{now}."
