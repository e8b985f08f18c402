"""The results of one player as one viewer may know them at one moment.

Those of filed rounds are stored with their places, and counted in tallies. The others, and those that only
some may know of, are looked for among the player's newest attempts alone: so it costs the same however many
a player has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from ..embargo.told_results import sees_as_own, told_results
from ..models import Attempt, FiledResult, Player
from ..models.contest_orders import ContestPlace
from ..models.entries import AttemptQuerySet

NEWEST: Final = 1000
"""Among how many of the player's newest attempts results are looked for that are not filed, or that only
some may know of."""


@dataclass(frozen=True)
class Career:
    """`filed` are stored, and `unfiled` are looked for; together they are all, each once."""

    player: Player
    viewer: Player | None
    now: datetime

    @property
    def is_own(self) -> bool:
        return sees_as_own(self.player, self.viewer)

    @property
    def filed(self) -> Sequence[QuerySet[FiledResult]]:
        """In lists that are each in an index in their order."""
        return filed_of(self.player, all_of_them=self.is_own)

    @property
    def unfiled(self) -> AttemptQuerySet:
        told = told_results(self.player, self.viewer, self.now)
        return unfiled_of(self.player, told, all_of_them=self.is_own)


def filed_of(player: Player, *, all_of_them: bool) -> Sequence[QuerySet[FiledResult]]:
    """A player's filed results: those that everyone may know of, or all."""
    classes = (True, False) if all_of_them else (True,)
    return [FiledResult.objects.filter(player=player, everyone=everyone) for everyone in classes]


def unfiled_of(player: Player, results: AttemptQuerySet, *, all_of_them: bool) -> AttemptQuerySet:
    """Those of a player's results that are among their newest attempts and not in `filed_of`."""
    newest = Attempt.objects.filter(player=player, ended_at__isnull=False).order_by("-ended_at", "-pk")
    stored = Q(filed__isnull=False) if all_of_them else Q(filed__everyone=True)
    return results.filter(pk__in=newest.values("pk")[:NEWEST]).exclude(stored)


def first_places(
    lists: Sequence[QuerySet[Any]], place: ContestPlace | None, *, backwards: bool, limit: int
) -> Sequence[str]:
    """The newest of the results in all lists that come after a place; or, backwards, the oldest before it.
    A result that is filed in this moment may be in two lists: it is given once."""
    way, sign = ("gt", "") if backwards else ("lt", "-")
    found: set[ContestPlace] = set()
    for rows in lists:
        if place is not None:
            from_there = Q(**{f"ended_at__{way}e": place.at})
            rows = rows.filter(
                from_there & (Q(**{f"ended_at__{way}": place.at}) | Q(**{f"pk__{way}": place.id}))
            )
        ordered = rows.order_by(f"{sign}ended_at", f"{sign}pk").values_list("ended_at", "pk")
        found.update(ContestPlace(*row) for row in ordered[:limit])
    return [each.id for each in sorted(found, reverse=not backwards)[:limit]]
