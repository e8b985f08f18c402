"""The ratings of one game, round by round. A library computes them by Elo-MMR (Aram Ebtekar and Paul Liu,
"Elo-MMR: A Rating System for Massive Multiplayer Competitions", 2021).

This module adds two rules that the library does not have. One round moves a rating by at most `LARGEST_STEP`
points, unless the player has fewer than `PROVISIONAL_BELOW` rated rounds. A round in which all players tie
is counted, but moves no rating.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from elo_mmr_py import Contest, EloMmrConfig, Rater

from ..models.ratings import NEWCOMERS_HAVE, PROVISIONAL_BELOW

SYSTEM: Final = EloMmrConfig("mmr", weight_limit=0.05, sig_limit=40.0, split_ties=True)
"""The parameters of the rating system, which were chosen with `benchmarks/ratings`."""

LARGEST_STEP: Final = 150


class Rated(NamedTuple):
    """A player's rating after some rounds."""

    rating: int
    deviation: int
    rounds: int
    """The number of rated rounds that the player has played."""


NEWCOMER: Final = Rated(rating=NEWCOMERS_HAVE, deviation=350, rounds=0)


class Ladder:
    """The ratings of all players at one game. Add each round once, in order, with `rate` or `recall`."""

    def __init__(self) -> None:
        self._rater = Rater(SYSTEM, mu_noob=NEWCOMER.rating, sig_noob=NEWCOMER.deviation)
        self._rated: dict[str, Rated] = {}

    def __getitem__(self, player: str) -> Rated:
        return self._rated.get(player, NEWCOMER)

    def rate(self, ranks: Mapping[str, int], at: datetime) -> Mapping[str, Rated]:
        """Add the next round, and return the new ratings of its players. `ranks` maps the ids of the players
        to their places; players with equal results share a place. The more players were ever rated, the
        longer the call takes."""
        self._add(ranks, at)
        known = {} if _all_tie(ranks) else self._rater.ratings
        rated: dict[str, Rated] = {}
        for player in ranks:
            before = self[player]
            if player in known:
                rating = _limited(before, round(known[player].mu))
                rated[player] = Rated(rating, round(known[player].sig), before.rounds + 1)
            else:
                rated[player] = before._replace(rounds=before.rounds + 1)
        self._rated.update(rated)
        return rated

    def recall(self, ranks: Mapping[str, int], at: datetime, rated: Mapping[str, Rated]) -> None:
        """Add a round whose new ratings, `rated`, were stored earlier. This is faster than `rate`."""
        self._add(ranks, at)
        self._rated.update(rated)

    def _add(self, ranks: Mapping[str, int], at: datetime) -> None:
        if not _all_tie(ranks):  # a round in which all tie is left out, as the library would drop it
            self._rater.add(as_contest(ranks, at))


def as_contest(ranks: Mapping[str, int], at: datetime) -> Contest:
    """The round in the form that the library reads: the best player first, and players with equal places in
    the order of their ids."""
    sharing = Counter(ranks.values())
    standings = [
        (player, rank - 1, rank + sharing[rank] - 2)
        for player, rank in sorted(ranks.items(), key=lambda of: (of[1], of[0]))
    ]
    return Contest(standings, time_seconds=int(at.timestamp()))


def _all_tie(ranks: Mapping[str, int]) -> bool:
    return len(set(ranks.values())) <= 1


def _limited(before: Rated, rating: int) -> int:
    if before.rounds < PROVISIONAL_BELOW:
        return rating
    return min(max(rating, before.rating - LARGEST_STEP), before.rating + LARGEST_STEP)
