"""The ratings of one game, worked out round by round: Elo-MMR (Aram Ebtekar and Paul Liu, "Elo-MMR: A Rating
System for Massive Multiplayer Competitions", 2021), by its library.

Two promises are not the library's: one round moves nobody by more than `LARGEST_STEP` once they are not
provisional, and a round in which all tie counts and moves nobody.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from elo_mmr_py import Contest, EloMmrConfig, Rater

from ..models.ratings import NEWCOMERS_HAVE, PROVISIONAL_BELOW

SYSTEM: Final = EloMmrConfig("mmr", weight_limit=0.05, sig_limit=40.0, split_ties=True)
"""Chosen by `benchmarks/ratings`."""

LARGEST_STEP: Final = 150


class Rated(NamedTuple):
    """A player's rating after some rounds."""

    rating: int
    deviation: int
    rounds: int
    """How many rounds of theirs were rated."""


NEWCOMER: Final = Rated(rating=NEWCOMERS_HAVE, deviation=350, rounds=0)


class Ladder:
    """All who were rated at one game. It is told of each round once, in their order."""

    def __init__(self) -> None:
        self._rater = Rater(SYSTEM, mu_noob=NEWCOMER.rating, sig_noob=NEWCOMER.deviation)
        self._rated: dict[str, Rated] = {}

    def __getitem__(self, player: str) -> Rated:
        return self._rated.get(player, NEWCOMER)

    def rate(self, ranks: Mapping[str, int], at: datetime) -> Mapping[str, Rated]:
        """What the players of the next round are rated after it; `ranks` are their places, which equals
        share. It takes steps in proportion to all who were ever rated."""
        self._tell(ranks, at)
        known = self._rater.ratings if _parts(ranks) else {}
        rated: dict[str, Rated] = {}
        for player in ranks:
            before = self[player]
            if player in known:
                rating = _near(before, round(known[player].mu))
                rated[player] = Rated(rating, round(known[player].sig), before.rounds + 1)
            else:
                rated[player] = before._replace(rounds=before.rounds + 1)
        self._rated.update(rated)
        return rated

    def recall(self, ranks: Mapping[str, int], at: datetime, rated: Mapping[str, Rated]) -> None:
        """Take the next round as it was `rated` before: that is faster."""
        self._tell(ranks, at)
        self._rated.update(rated)

    def _tell(self, ranks: Mapping[str, int], at: datetime) -> None:
        if _parts(ranks):  # of another round the library would say nothing, and count nothing
            self._rater.add(as_contest(ranks, at))


def as_contest(ranks: Mapping[str, int], at: datetime) -> Contest:
    """A round as the library takes it: the best first, equals by their keys, whoever stored them first."""
    sharing = Counter(ranks.values())
    standings = [
        (player, rank - 1, rank + sharing[rank] - 2)
        for player, rank in sorted(ranks.items(), key=lambda of: (of[1], of[0]))
    ]
    return Contest(standings, time_seconds=int(at.timestamp()))


def _parts(ranks: Mapping[str, int]) -> bool:
    """Whether the round tells anybody from anybody."""
    return len(set(ranks.values())) > 1


def _near(before: Rated, rating: int) -> int:
    if before.rounds < PROVISIONAL_BELOW:
        return rating
    return min(max(rating, before.rating - LARGEST_STEP), before.rating + LARGEST_STEP)
