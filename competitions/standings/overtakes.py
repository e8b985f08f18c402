"""Which entries overtook each other because of one round, and why. The order over all rounds is compared with
the order over all rounds but that one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from ..translatable import Translatable, with_facts
from .entrants import Entrant
from .field import Field
from .orders import gain_of
from .rankings import RANKINGS, Relative, Summed
from .tie_breaks import TIE_BREAKS

MOST: Final = 3
"""How many overtakes a viewer is told of at most."""

NEAR: Final = 10
"""How many entries before the viewer's entry, and how many after it, are compared with it."""


@dataclass(frozen=True)
class Passing:
    """An entry that overtook the viewer's entry, or was overtaken by it, when a round was counted."""

    entry: str
    player: Mapping[str, Any]
    up: bool
    """True if the viewer's entry overtook this one; False if this entry overtook the viewer's."""
    why: Translatable
    """The reason, worded for the middle of a sentence to the viewer."""


def passings(field: Field, mine: Entrant, *, newest: int, known: Mapping[int, int]) -> list[Passing]:
    """The entries that changed order with `mine` because of the round `newest`, the nearest first.

    `known` has the numbers of the rounds that count, by the round's key. Only entries near `mine` are
    compared, so the cost does not grow with the field.
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
            why = _why(field, mine, other, newest, known[newest], won=is_ahead)
            found.append(Passing(entry, other.player, is_ahead, why))
    return found[:MOST]


def ahead(field: Field, mine: Entrant, other: Entrant, rounds: Collection[int]) -> bool | None:
    """Whether `mine` stands before `other` over some rounds; None if the two entries tie."""
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


def _why(field: Field, mine: Entrant, other: Entrant, newest: int, number: int, *, won: bool) -> Translatable:
    """Why the order changed, in words to the player of `mine`. `won` is true if `mine` is now ahead."""
    own, theirs = mine.results.get(newest), other.results.get(newest)
    if own is None or theirs is None:
        played = own or theirs
        if played is None:
            return with_facts(_("by the tie-breaks after round %(round)d"), round=number)
        they_did_not = _("your %(score)s in round %(round)d, which they did not play")
        you_did_not = _("%(score)s in round %(round)d, which you did not play")
        score = _score_text(played.score)
        return with_facts(they_did_not if won else you_did_not, score=score, round=number)
    if own.score == theirs.score:
        why = _("both scored %(own)s in round %(round)d, and the tie-breaks decide")
    elif won:
        why = _("your %(own)s in round %(round)d beats %(theirs)s")
    else:
        why = _("%(theirs)s in round %(round)d beats your %(own)s")
    return with_facts(why, own=_score_text(own.score), theirs=_score_text(theirs.score), round=number)


def _score_text(score: int) -> str:
    return str(score).replace("-", "\N{MINUS SIGN}")
