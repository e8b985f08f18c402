"""Entries in the form in which they are ranked, and the settings that decide the ranking."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from ..models import Competition, Ranking, Round
from .results import Result


class Entrant(NamedTuple):
    """An entry as the standings show it. An entrant is never changed, only replaced."""

    entry: str
    player: Mapping[str, Any]
    """The player, in the form in which the API shows players."""
    joined: int
    """The time of joining, in microseconds since 1970."""
    disqualified: bool
    results: Mapping[int, Result]
    """The results that count, keyed by the primary key of the round."""
    running: frozenset[int]
    """The primary keys of the rounds that the entry is playing now."""
    granted: frozenset[int] = frozenset()
    """The primary keys of the rounds in which an organiser has granted the entry time or an attempt, or has
    changed whether a result counts (`Entry.granted`)."""
    set_aside: frozenset[int] = frozenset()
    """The primary keys of the rounds of `granted` in which the organiser has decided that an attempt of the
    entry does not count."""
    seen_before: frozenset[int] = frozenset()
    """The primary keys of the rounds of `granted` in which the entry was granted a fresh attempt after it had
    seen the deal."""


class RoundRules(NamedTuple):
    worst_score: int
    """The score of an entry that never plays the round."""
    lowest_wins: bool
    par: int | None = None
    """The par that scores are compared with. None if the ranking needs no par, or if none is found yet."""


class Rules(NamedTuple):
    """All settings that decide the order of entries."""

    ranking: str
    tie_breaks: tuple[str, ...]
    rounds: tuple[tuple[int, RoundRules], ...]
    """Pairs of a round's primary key and its settings, in the order of the rounds."""

    @classmethod
    def of(cls, competition: Competition, until: datetime | None = None) -> "Rules":
        """The rules of a competition now. If `until` is given, the rules at that moment."""
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
    """The round's par now, or at the moment `until` if it is given. None if no par was found by then."""
    there = round.par_at is not None and (until is None or round.par_at <= until)
    return round.par_score if there else None
