"""A player's results, as one viewer may see them at one moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from ...embargo.player_results import results_shown_to, sees_as_own
from ...models import Attempt, Player
from ...models.entries import AttemptQuerySet

NEWEST: Final = 10_000
"""How many of a player's newest results a career has at most: five years of all dailies. The limit keeps a
player's pages fast, even if the player is a program that plays day and night."""


class CareerResult(NamedTuple):
    """The outcome of one attempt, without the rows of its round, deal and competition."""

    attempt: str
    round: int
    game_slug: str
    score: int
    won: bool
    moves_made: int
    daily: int | None
    """The number of the daily, counted separately for each game; None for any other contest."""


@dataclass(frozen=True)
class Career:
    player: Player
    viewer: Player | None
    now: datetime

    @property
    def is_own(self) -> bool:
        return sees_as_own(self.player, self.viewer)

    @property
    def results(self) -> AttemptQuerySet:
        """The results that the viewer may see, read with their rounds, deals and competitions."""
        results = self._all if self._since is None else self._all.filter(ended_at__gt=self._since)
        shown = results_shown_to(results, self.player, self.viewer, self.now)
        return shown.select_related("round__deal", "round__competition")

    @cached_property
    def outcomes(self) -> Sequence[CareerResult]:
        """The results that the viewer may see, the newest first. They are read once, and only a few columns
        of each."""
        columns = (
            *("pk", "round", "round__deal__game_slug", "score", "won", "moves_made"),
            "round__competition__daily__number",
        )
        return [CareerResult(*row) for row in self.results.order_by("-ended_at", "-pk").values_list(*columns)]

    @property
    def is_complete(self) -> bool:
        """Whether the career has all results of the player. If false, the player has more than `NEWEST`."""
        return self._since is None

    @property
    def _all(self) -> AttemptQuerySet:
        return Attempt.objects.filter(player=self.player, counts=True)

    @cached_property
    def _since(self) -> datetime | None:
        """When the newest result that is too old for the career ended; None if the career has all results."""
        ends = self._all.order_by("-ended_at").values_list("ended_at", flat=True)
        return next(iter(ends[NEWEST : NEWEST + 1]), None)
