"""A club night: a contest of one evening, whose rounds open and close at times that are fixed beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.game import Game

from ..models import Access, Counts, Play
from .plans import Plan, RoundPlan
from .presets import PRESETS

MOST_ROUNDS: Final = 12

PRESET: Final = PRESETS["club"]


class Opening(NamedTuple):
    """When a round opens and closes."""

    opens_at: datetime
    closes_at: datetime


@dataclass(frozen=True, kw_only=True)
class ClubNight:
    begins: datetime
    rounds: int
    each: timedelta
    """How long a round takes."""
    in_turn: bool
    """Whether each round opens when the round before it closes. If not, all rounds are open until the evening
    ends."""
    hides_end: bool
    """Whether the scores are frozen towards the end, for the length of one round."""
    game: Game

    @property
    def closes_at(self) -> datetime:
        return self.begins + self.rounds * self.each

    @property
    def freeze_at(self) -> datetime | None:
        """When the freeze begins; None without a freeze. An evening of one round has no freeze, since
        a freeze would hide all scores."""
        return self.closes_at - self.each if self.hides_end and self.rounds > 1 else None

    @property
    def openings(self) -> Sequence[Opening]:
        """When each round is open, in order."""
        if not self.in_turn:
            return [Opening(self.begins, self.closes_at)] * self.rounds
        starts = [self.begins + number * self.each for number in range(self.rounds)]
        return [Opening(start, start + self.each) for start in starts]

    def plan(self, name: str) -> Plan:
        """The plan of the contest. Settings that a club night does not decide are those of the preset
        `club`."""
        return Plan(
            name=name,
            play=Play.SEALED,
            attempts=1,
            counts=Counts.BEST,
            opens_at=self.begins,
            closes_at=self.closes_at,
            freeze_at=self.freeze_at,
            rounds=[
                RoundPlan(
                    game=self.game,
                    rules=self.game.settle_rules({}),
                    opens_at=opening.opens_at if self.in_turn and index else None,
                    closes_at=opening.closes_at if self.in_turn else None,
                )
                for index, opening in enumerate(self.openings)
            ],
            **{"access": Access.UNLISTED, **PRESET.settings},
        )
