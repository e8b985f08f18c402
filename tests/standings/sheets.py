"""Fields made by hand, and what is read off them: no database."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from competitions.standings.entrants import Entrant, RoundRules, Rules
from competitions.standings.field import Field
from competitions.standings.orders import Place
from competitions.standings.rankings import RANKINGS
from competitions.standings.results import Result

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def rules(
    ranking: str,
    *,
    rounds: int = 1,
    tie_breaks: Sequence[str] = (),
    lowest_wins: bool | Sequence[bool] = True,
    pars: Sequence[int | None] = (),
) -> Rules:
    """Rounds 1, 2, … in each of which 30 points are the worst if the lowest wins, else 0."""
    lowest = [lowest_wins] * rounds if isinstance(lowest_wins, bool) else lowest_wins
    par = pars or [None] * rounds
    facts = ((n, RoundRules(30 if low else 0, low, par[n - 1])) for n, low in enumerate(lowest, start=1))
    return Rules(ranking, tuple(tie_breaks), tuple(facts))


def result(score: int, *, won: bool = False, moves: int = 10, ms: int | None = None, at: int = 0) -> Result:
    """`at` is the second after noon at which it was stored."""
    return Result("attempt", score, won, moves, ms, NOON + timedelta(seconds=at))


def entrant(
    name: str,
    results: Mapping[int, Result | int] | None = None,
    *,
    joined: int | None = None,
    disqualified: bool = False,
) -> Entrant:
    """`results` are given by round; a number is a score. Without `joined`, names say who joined first."""
    made = {n: each if isinstance(each, Result) else result(each) for n, each in (results or {}).items()}
    order = ord(name[0]) if joined is None else joined
    return Entrant(name, {"name": name}, order, disqualified, made, frozenset())


def field_of(rules: Rules, *entrants: Entrant) -> Field:
    field = Field(rules)
    for each in entrants:
        field.put(each)
    return field


def ranks(field: Field, rounds: Sequence[int] | None = None) -> list[tuple[str, int | None]]:
    """All entries in order with their ranks, over some rounds or all."""
    order = field.over(dict(field.rules.rounds) if rounds is None else rounds)
    return [(name, order.place(field.entrants[name]).rank) for name in order.stretch(0, len(field.entrants))]


def places(field: Field) -> dict[str, Place]:
    order = field.over(dict(field.rules.rounds))
    return {name: order.place(each) for name, each in field.entrants.items()}


def worths(field: Field) -> dict[str, Fraction]:
    """The exact total of each entry under a relative ranking."""
    ranking = RANKINGS[field.rules.ranking]
    rounds = dict(field.rules.rounds)
    return {
        name: ranking.overall(
            sum((field.in_round(n).worth(each, ranking) for n in rounds), Fraction(0)), len(rounds)
        )
        for name, each in field.entrants.items()
    }
