"""Which entries overtook each other because of one round, and why. The order over all rounds is compared with
the order over all rounds but that one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from typing import Any, Final

from .entrants import Entrant
from .field import Field
from .orders import gain_of
from .rankings import RANKINGS, Relative, Summed
from .results import Result
from .tie_breaks import TIE_BREAKS

MOST: Final = 3
"""How many overtakes a viewer is shown at most."""

NEAR: Final = 10
"""How many entries before the viewer's entry, and how many after it, are compared with it."""


class Why(Enum):
    """What decided which of two entries was better in the round that made one overtake the other."""

    SCORES = auto()
    EQUAL = auto()
    """Both scored the same, so the tie-breaks decide."""
    ONE_PLAYED = auto()
    TIE_BREAKS = auto()
    """Neither of the two played the round."""


@dataclass(frozen=True)
class Passing:
    """An entry that overtook the viewer's entry, or was overtaken by it, when a round was counted."""

    entry: str
    player: Mapping[str, Any]
    up: bool
    """True if the viewer's entry overtook this one; False if this entry overtook the viewer's."""
    why: Why
    round: int
    """The number of the round."""
    own: int | None
    """The score of the viewer's entry in the round; None if the entry has no result there."""
    theirs: int | None


def passings(field: Field, mine: Entrant, *, newest: int, known: Mapping[int, int]) -> list[Passing]:
    """The entries that changed order with `mine` because of the round `newest`, the nearest first.

    `known` maps the primary keys of the rounds that count to the numbers of these rounds. Only entries near
    `mine` are compared, so the cost does not grow with the number of entries.
    """
    before = [round for round in known if round != newest]
    if _key(field, mine, before) is None:
        return []
    after = field.over(known)
    at = after.before(mine)
    start = max(0, at - NEAR)
    near = list(enumerate(after.stretch(start, at + NEAR + 1), start))
    found = []
    for _place, entry in sorted(near, key=lambda each: abs(each[0] - at)):
        other = field.entrants[entry]
        was_ahead, is_ahead = (ahead(field, mine, other, rounds) for rounds in (before, known))
        if is_ahead is not None and is_ahead != was_ahead:
            own, theirs = mine.results.get(newest), other.results.get(newest)
            found.append(
                Passing(
                    entry,
                    other.player,
                    up=is_ahead,
                    why=_why(own, theirs),
                    round=known[newest],
                    own=None if own is None else own.score,
                    theirs=None if theirs is None else theirs.score,
                )
            )
    return found[:MOST]


def ahead(field: Field, mine: Entrant, other: Entrant, rounds: Collection[int]) -> bool | None:
    """Whether `mine` stands before `other` over some rounds; None if the two entries tie, or if neither has a
    rank."""
    own, theirs = _key(field, mine, rounds), _key(field, other, rounds)
    if own == theirs:
        return None
    if own is None or theirs is None:
        return theirs is None
    return own < theirs


def _key(field: Field, entrant: Entrant, rounds: Collection[int]) -> tuple[Any, ...] | None:
    """The key of one entry in the order over some rounds; None if the entry has no rank.

    The entry with the smaller key stands first.
    """
    results = [entrant.results[round] for round in rounds if round in entrant.results]
    if entrant.disqualified or not results:
        return None
    ranking, facts = RANKINGS[field.rules.ranking], dict(field.rules.rounds)
    worth: Fraction | int
    if isinstance(ranking, Relative):
        worth = sum((field.in_round(round).worth(entrant, ranking) for round in rounds), Fraction(0))
    else:
        assert isinstance(ranking, Summed)
        scored = [round for round in rounds if round in entrant.results]
        worth = sum(gain_of(ranking, facts[round], entrant.results[round].score) for round in scored)
    return (-worth, *(TIE_BREAKS[name].key(results) for name in field.rules.tie_breaks))


def _why(own: Result | None, theirs: Result | None) -> Why:
    """Why the order of two entries changed, by their results in the round."""
    if own is None and theirs is None:
        return Why.TIE_BREAKS
    if own is None or theirs is None:
        return Why.ONE_PLAYED
    return Why.EQUAL if own.score == theirs.score else Why.SCORES
