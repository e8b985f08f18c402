"""The entries as they are ranked, and the settings that say how."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from ..models import Competition, Ranking, Round
from .results import Result


class Entrant(NamedTuple):
    """An entry as the standings show it; never changed, only replaced."""

    entry: str
    player: Mapping[str, Any]
    """With the keys that a player has in the API."""
    joined: int
    """When, in microseconds since 1970."""
    disqualified: bool
    results: Mapping[int, Result]
    """What counts, by the key of the round."""
    running: frozenset[int]
    """The rounds at which it plays now."""


class RoundRules(NamedTuple):
    worst_score: int
    """What one who never plays the round scores."""
    lowest_wins: bool
    par: int | None = None
    """The par that counts; None if none does."""


class Rules(NamedTuple):
    """All settings that say how entries are ordered."""

    ranking: str
    tie_breaks: tuple[str, ...]
    rounds: tuple[tuple[int, RoundRules], ...]
    """By the key of the round, in order."""

    @classmethod
    def of(cls, competition: Competition, until: datetime | None = None) -> "Rules":
        """Those of a competition; with `until`, as they were at that moment."""
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
    """What counts as par at that moment, or now."""
    there = round.par_at is not None and (until is None or round.par_at <= until)
    return round.par_score if there else None
