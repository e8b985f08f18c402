"""Entries as they are ranked, and the settings of the ranking."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from ..models import Competition, Ranking, Round
from .results import Result


class Entrant(NamedTuple):
    """An entry as the standings show it. An entrant is never changed, only replaced."""

    entry: str
    player: Mapping[str, Any]
    """The player, with the keys of a player in the API."""
    joined: int
    """The time of joining, in microseconds since 1970."""
    disqualified: bool
    results: Mapping[int, Result]
    """The results that count, by the primary key of the round."""
    running: frozenset[int]
    """The rounds that the entry is playing now."""


class RoundRules(NamedTuple):
    worst_score: int
    """The score of an entry that never plays the round."""
    lowest_wins: bool
    par: int | None = None
    """The par against which the round counts; None if the round has no such par yet."""


class Rules(NamedTuple):
    """All settings that decide the order of entries."""

    ranking: str
    tie_breaks: tuple[str, ...]
    rounds: tuple[tuple[int, RoundRules], ...]
    """Pairs of a round's key and its rules, in order."""

    @classmethod
    def of(cls, competition: Competition, until: datetime | None = None) -> "Rules":
        """The rules of a competition now, or at the moment `until` if it is given."""
        counts = competition.ranking == Ranking.AGAINST_PAR
        rounds = (
            (
                round.pk,
                RoundRules(
                    round.deal.worst_score,
                    round.deal.game.lowest_wins,
                    _par(round, until) if counts else None,
                ),
            )
            for round in competition.rounds_in_order
        )
        return cls(competition.ranking, competition.tie_breaks, tuple(rounds))


def _par(round: Round, until: datetime | None) -> int | None:
    """The par that counts at the moment `until`, or now if `until` is None; None if no par counts."""
    there = round.par_at is not None and (until is None or round.par_at <= until)
    return round.par_score if there else None
