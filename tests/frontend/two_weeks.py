"""Two weeks of three players: who plays what on which day, and what follows from it by the words of the law.

Nothing of the service is asked: places are counted here, and ratings come from the library of their system
alone.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from elo_mmr_py import Contest, EloMmrConfig, rate_latest

PLAN: Final = {
    "wish": {"Ada": "33442345432143", "Ben": "24.40251534554", "Max": "666666666....."},
    "pyramid": {"Ada": "5..5...5.4..5.", "Ben": ".4.5.6.7.8.6.1", "Max": "..7..7..7....."},
}
"""How many moves each makes at a day's deal before they give up; `.` where they do not play. In both games
the lowest score wins."""

NAMES: Final = ("Ada", "Ben", "Max")
DAYS: Final = range(14)
SYSTEM: Final = EloMmrConfig("mmr", weight_limit=0.05, sig_limit=40, split_ties=True)
NEWCOMER: Final = 1500
PROVISIONAL: Final = 10
"""Whoever has fewer rounds may move by more than `LARGEST_STEP` at once, and is in no leaderboard."""
LARGEST_STEP: Final = 150


@dataclass(frozen=True)
class Event:
    """A certified deal: its competition's id, its game, and the score of everyone who ended it."""

    id: str
    slug: str
    scores: dict[str, int]


@dataclass
class Book:
    """What has been certified, in that order, and whose results count no more."""

    events: list[Event] = field(default_factory=list)
    banned: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    """Their results stay, but no leaderboard has them."""

    def standings(self, event: Event) -> dict[str, tuple[int, int]]:
        """Rank and score of everyone whose result counts."""
        scores = {name: score for name, score in event.scores.items() if name not in self.banned}
        return {
            name: (1 + sum(other < score for other in scores.values()), score)
            for name, score in scores.items()
        }

    def rated(self, slug: str) -> list[Event]:
        """The events of a game that count for ratings: those that two or more have ended."""
        return [each for each in self.events if each.slug == slug and len(self.standings(each)) > 1]

    def history(self, name: str, slug: str) -> list[tuple[str, int, int, int, int]]:
        """Of each event that moved a player's rating: its id, place, field, the rating after it and the
        change; the newest first."""
        told: list[Contest] = []
        found: list[tuple[str, int, int, int, int]] = []
        rating = NEWCOMER
        for number, event in enumerate(self.rated(slug)):
            ranks = {each: rank for each, (rank, _) in self.standings(event).items()}
            sharing = Counter(ranks.values())
            if len(sharing) > 1:  # where all tie nobody is moved
                places = [(each, rank - 1, rank + sharing[rank] - 2) for each, rank in ranks.items()]
                told.append(Contest(sorted(places, key=lambda of: of[1]), time_seconds=number + 1))
            if name not in ranks:
                continue
            rates = {} if not told else rate_latest(told, SYSTEM)
            after = round(rates[name].rating) if name in rates else rating
            if len(found) >= PROVISIONAL:
                after = min(max(after, rating - LARGEST_STEP), rating + LARGEST_STEP)
            found.append((event.id, ranks[name], len(ranks), after, after - rating))
            rating = after
        return found[::-1]

    def leaders(self, slug: str) -> dict[str, tuple[int, int]]:
        """Rank and rating of everyone in the leaderboard."""
        histories = {
            name: self.history(name, slug) for name in NAMES if name not in self.banned | self.deleted
        }
        rated = {name: of[0][3] for name, of in histories.items() if len(of) >= PROVISIONAL}
        return {
            name: (1 + sum(other > rating for other in rated.values()), rating)
            for name, rating in rated.items()
        }
