"""Who passed whom by one round, and why: the order over all rounds is compared with the order without it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from .entrants import Entrant
from .field import Field
from .orders import gained
from .rankings import RANKINGS, Relative, Summed
from .tie_breaks import TIE_BREAKS

MOST: Final = 3
"""How many are told of."""

NEAR: Final = 10
"""How many on each side of an entry are looked at."""


@dataclass(frozen=True)
class Passing:
    """Another entry that stands on the other side of the viewer's since a round counts."""

    entry: str
    player: Mapping[str, Any]
    up: bool
    """Whether the viewer passed them, and not they the viewer."""
    why: str
    """In the middle of a sentence to the viewer."""


def passings(field: Field, mine: Entrant, *, newest: int, known: Mapping[int, int]) -> list[Passing]:
    """Those who changed sides with `mine` by the round `newest`, the nearest first.

    `known` are the rounds that count, with their numbers. Only entries near to `mine` are looked at, so that
    the cost does not grow with the field.
    """
    before = [round for round in known if round != newest]
    if _key(field, mine, before) is None:
        return []
    after = field.over(known)
    at = after.before(mine)
    start = max(0, at - NEAR)
    near = list(enumerate(after.stretch(start, at + NEAR + 1), start))
    found = []
    for _, entry in sorted(near, key=lambda each: abs(each[0] - at)):
        other = field.entrants[entry]
        was_ahead, is_ahead = (ahead(field, mine, other, rounds) for rounds in (before, known))
        if is_ahead is not None and is_ahead != was_ahead:
            why = _why(field, mine, other, newest, known[newest], won=is_ahead)
            found.append(Passing(entry, other.player, is_ahead, why))
    return found[:MOST]


def ahead(field: Field, mine: Entrant, other: Entrant, rounds: Collection[int]) -> bool | None:
    """Whether `mine` stands before the other over some rounds; None if they share a place, or neither has
    one."""
    own, theirs = _key(field, mine, rounds), _key(field, other, rounds)
    if own == theirs:
        return None
    if own is None or theirs is None:
        return theirs is None
    return own < theirs


def _key(field: Field, entrant: Entrant, rounds: Collection[int]) -> tuple[Any, ...] | None:
    """What the orders of a field go by over some rounds, for one entry alone; None if it is not ranked.

    Of two entries the one with the smaller key stands before the other.
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
        worth = sum(gained(ranking, facts[round], entrant.results[round].score) for round in scored)
    return (-worth, *(TIE_BREAKS[name].key(results) for name in field.rules.tie_breaks))


def _why(field: Field, mine: Entrant, other: Entrant, newest: int, number: int, *, won: bool) -> str:
    """Why the order changed; `won` says that `mine` is the better one."""
    own, theirs = mine.results.get(newest), other.results.get(newest)
    if own is None or theirs is None:
        played = own or theirs
        if played is None:
            return f"by the tie-breaks after round {number}"
        whose = f"your {_written(played.score)}" if won else _written(played.score)
        return f"{whose} in round {number}, which {'they' if won else 'you'} did not play"
    if own.score != theirs.score:
        if won:
            return f"your {_written(own.score)} in round {number} beats {_written(theirs.score)}"
        return f"{_written(theirs.score)} in round {number} beats your {_written(own.score)}"
    return f"both scored {_written(own.score)} in round {number}, and the tie-breaks decide"


def _written(score: int) -> str:
    return str(score).replace("-", "\N{MINUS SIGN}")
