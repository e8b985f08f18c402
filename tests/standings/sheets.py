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
Results = Mapping[int, Result | int] | Sequence[Result | int | None]


def rules(
    ranking: str,
    *,
    rounds: int = 1,
    tie_breaks: Sequence[str] = (),
    lowest_wins: bool | Sequence[bool] = True,
    pars: Sequence[int | None] = (),
) -> Rules:
    """Rounds 1, 2, … in each of which the worst score is 30 if the lowest wins, else 0."""
    lowest = [lowest_wins] * rounds if isinstance(lowest_wins, bool) else lowest_wins
    par = pars or [None] * rounds
    facts = ((n, RoundRules(30 if low else 0, low, par[n - 1])) for n, low in enumerate(lowest, start=1))
    return Rules(ranking, tuple(tie_breaks), tuple(facts))


def result(score: int, *, won: bool = False, moves: int = 10, ms: int | None = None, at: int = 0) -> Result:
    """`at` is the second after noon at which it was stored."""
    return Result("attempt", score, won, moves, ms, NOON + timedelta(seconds=at))


def entrant(
    name: str, results: Results = (), *, joined: int | None = None, disqualified: bool = False
) -> Entrant:
    """`results` by round, or in order with None for none; a number is a score. Names say who joined first."""
    by_round = results if isinstance(results, Mapping) else dict(enumerate(results, start=1))
    made = {
        n: result(each) if isinstance(each, int) else each for n, each in by_round.items() if each is not None
    }
    order = ord(name[0]) if joined is None else joined
    return Entrant(name, {"name": name}, order, disqualified, made, frozenset())


def field_of(rules: Rules, *entrants: Entrant, **results: Results) -> Field:
    """A field of these entrants, and of more by name."""
    field = Field(rules)
    for each in (*entrants, *(entrant(name, theirs) for name, theirs in results.items())):
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
    ranking, rounds = RANKINGS[field.rules.ranking], dict(field.rules.rounds)

    def total(each: Entrant) -> Fraction:
        worth = sum((field.in_round(n).worth(each, ranking) for n in rounds), Fraction(0))
        return ranking.overall(worth, len(rounds))

    return {name: total(each) for name, each in field.entrants.items()}
