"""Three weeks of three guests: who plays what on which day, and what follows from it by the words of the law.

Nothing of the service is asked: what follows is reckoned here from the games that were played, once more and
in another way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from tests.dailies.runs import runs, streak

FIRST = date(2026, 11, 21)
"""A Saturday: the three weeks are in four of the calendar."""

PLAN = {
    "wish": {"Ada": "23452345.43214562.3~2", "Ben": "33.402515555..34512~3", "Cleo": "..234567654321~1....2"},
    "pyramid": {
        "Ada": "5..5..5..5..5..5..5..",
        "Ben": ".4.5.6.7.8.9.1.2.3.4.",
        "Cleo": "33333........~......6",
    },
}
"""What each guest does at a day's deal: makes so many moves and gives up; `0` looks at the cards alone; `.`
does not even that; `~` makes two moves, and the close ends the game. In both games the lowest score wins."""

NAMES = ("Ada", "Ben", "Cleo")
DAYS = range(21)
POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


def day_of(n: int) -> date:
    return FIRST + timedelta(days=n)


def moves_of(mark: str) -> int:
    return 2 if mark == "~" else int(mark)


class Known(NamedTuple):
    """What a board of a circle says of a member."""

    rank: int | None
    points: float
    played: int


@dataclass
class Game:
    """One guest's game at a day's deal."""

    moves: int
    score: int
    given_up: bool
    """Or the close ends it."""


@dataclass
class Diary:
    """What has been played, by the number of the day, the game and the guest's name."""

    games: dict[tuple[int, str, str], Game] = field(default_factory=dict)
    members: Sequence[str] = NAMES

    def ended(self, day: int, slug: str, now: int) -> dict[str, Game]:
        """The games at a deal that are over on the day `now`, by the names of those who played."""
        of = {name: game for (on, of, name), game in self.games.items() if (on, of) == (day, slug)}
        return {name: game for name, game in of.items() if game.given_up or day < now}

    def knows(self, viewer: str, day: int, slug: str, now: int) -> bool:
        """Whether a viewer knows the results of a deal: after its day, or once their own game is over."""
        return day < now or viewer in self.ended(day, slug, now)

    def standings(self, day: int, slug: str, now: int) -> dict[str, tuple[int, int]]:
        """Rank and score of everyone whose game at a deal is over."""
        scores = {name: game.score for name, game in self.ended(day, slug, now).items()}
        return {
            name: (1 + sum(other < score for other in scores.values()), score)
            for name, score in scores.items()
        }

    def board(self, viewer: str, monday: date, slugs: Iterable[str], now: int) -> dict[str, Known]:
        """The week of the circle, as one of them knows it on the day `now`."""
        points = {name: Fraction(0) for name in self.members}
        played = dict.fromkeys(self.members, 0)
        for day, slug in ((day, slug) for day in DAYS for slug in slugs):
            if not (0 <= (day_of(day) - monday).days < 7 and self.knows(viewer, day, slug, now)):
                continue
            scores = {
                name: game.score
                for name, game in self.ended(day, slug, now).items()
                if game.moves and name in self.members
            }
            for name, score in scores.items():
                better = sum(other < score for other in scores.values())
                alike = sum(other == score for other in scores.values())
                points[name] += Fraction(sum(POINTS[better : better + alike]), alike)
                played[name] += 1
        return {
            name: Known(
                1 + sum(played[other] > 0 and points[other] > points[name] for other in self.members)
                if played[name]
                else None,
                round(float(points[name]), 2),
                played[name],
            )
            for name in self.members
        }

    def streak(self, name: str, slug: str, now: int) -> int:
        """How many dailies of a game the guest has in a row on the day `now`."""
        return streak(self._marks(name, slug, now))

    def longest(self, name: str, slug: str, now: int) -> int:
        return max(runs(self._marks(name, slug, now)))

    def days_played(self, name: str, now: int) -> int:
        return sum(any(self._has_played(day, slug, name, now) for slug in PLAN) for day in range(now + 1))

    def _marks(self, name: str, slug: str, now: int) -> str:
        return "".join(".x"[self._has_played(day, slug, name, now)] for day in range(now + 1))

    def _has_played(self, day: int, slug: str, name: str, now: int) -> bool:
        game = self.ended(day, slug, now).get(name)
        return game is not None and game.moves > 0


def monday_of(day: date) -> date:
    """Where its week begins."""
    return day - timedelta(days=day.weekday())
