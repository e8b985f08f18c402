"""Presets: contests that an organiser can begin at once, by choosing a preset and a name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from games import GAMES
from games.game import Game

from ..models import Access, Counts, Others, Play, Ranking, Scores, TieBreak
from .plans import Plan, RoundPlan

USUAL: Final = "three-by-three"
"""The slug of the game that is played if the organiser asks for no other."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A kind of contest with fixed settings, always in sealed play."""

    name: str
    games: Sequence[Game] = (GAMES[USUAL],)
    """The games of the rounds, in turn. If the organiser asks for one game, only that game is played."""
    rounds: int = 1
    each: timedelta | None = None
    """How long each round is open, if each round opens when the previous round closes. None if all rounds
    open together."""
    lasts: timedelta | None = None
    """How long the rounds are open, if all rounds open together; None if they never close. Not read if `each`
    is set."""
    settings: Mapping[str, Any] = field(default_factory=dict)

    def plan(self, *, name: str, now: datetime, game: Game | None = None) -> Plan:
        """Return the plan of a contest of this kind that begins now. The contest has the default rules of
        `game`, or of the preset's games."""
        begins = now.replace(second=0, microsecond=0)
        games = self.games_with(game)
        lasts = self.lasts if self.each is None else self.each * self.rounds
        return Plan(
            name=name,
            play=Play.SEALED,
            attempts=1,
            counts=Counts.BEST,
            closes_at=None if lasts is None else begins + lasts,
            rounds=[self._round(games[index % len(games)], begins, index) for index in range(self.rounds)],
            **{"access": Access.UNLISTED, **self.settings},
        )

    def games_with(self, game: Game | None) -> Sequence[Game]:
        """The games of the rounds, in turn: only `game`, or the preset's games if `game` is None."""
        return self.games if game is None else (game,)

    def _round(self, game: Game, begins: datetime, index: int) -> RoundPlan:
        rules = game.settle_rules({})
        if self.each is None:
            return RoundPlan(game=game, rules=rules)
        return RoundPlan(
            game=game,
            rules=rules,
            opens_at=begins + self.each * index if index else None,
            closes_at=begins + self.each * (index + 1),
        )


PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        Preset(
            name="friends",
            settings={"others": Others.FINISHED},
        ),
        Preset(
            name="club",
            rounds=6,
            lasts=timedelta(hours=4),
            settings={"ranking": Ranking.MATCHPOINTS, "tie_break": (TieBreak.MOVES,)},
        ),
        Preset(
            name="three",
            rounds=3,
            lasts=timedelta(days=7),
            settings={"access": Access.PUBLIC},
        ),
        Preset(
            name="week",
            rounds=7,
            each=timedelta(days=1),
            settings={"standings": Scores.OWN, "tie_break": (TieBreak.WINS, TieBreak.MOVES)},
        ),
        Preset(
            name="season",
            games=tuple(GAMES.values()),
            rounds=10,
            each=timedelta(days=7),
            settings={"ranking": Ranking.POINTS, "tie_break": (TieBreak.WINS, TieBreak.MOVES)},
        ),
    )
}
