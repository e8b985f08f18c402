"""The results of one player as one viewer may know them at one moment.

Those of filed rounds are stored with their places, and counted in tallies. The others are looked for in the
contests that are not filed, and those that only some may know of among the newest of these: so it costs the
same however many results a player has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum

from ...embargo.player_results import results_shown_to, sees_as_own
from ...models import Access, Attempt, Entry, FiledResult, Player, Tally
from ...models.contest_orders import ContestPlace
from ...models.entries import AttemptQuerySet

NEWEST: Final = 1000
"""In how many of the player's contests results are looked for that are not filed, and among how many filed
results those that only some may know of: the newest."""


@dataclass(frozen=True)
class Career:
    """`filed` are stored, and others are `looked_for`; together they are all, each once."""

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
    def looked_for(self) -> Sequence[AttemptQuerySet]:
        return looked_for(self.player, self.viewer, self.now, all_of_them=self.is_own)

    @property
    def is_of_all(self) -> bool:
        """Whether there is nothing that might be `looked_for` further back than the newest."""
        if _open_ones(self.player)[NEWEST:].exists():
            return False
        if self.viewer is None or self.is_own:
            return True
        some = Tally.objects.filter(player=self.player, everyone__in=(False,)).aggregate(of_all=Sum("times"))
        return (some["of_all"] or 0) <= NEWEST


def filed_of(player: Player, *, all_of_them: bool) -> Sequence[QuerySet[FiledResult]]:
    """A player's filed results: those that everyone may know of, or all."""
    for_everyone = _filed_for(player, everyone=True)
    if all_of_them:
        return [for_everyone, _filed_for(player, everyone=False)]
    # They are filed again only some time after a competition has become one for the invited.
    return [for_everyone.filter(filed_round__round__competition__access=Access.PUBLIC)]


def _filed_for(player: Player, *, everyone: bool) -> QuerySet[FiledResult]:
    # Compared with a value: SQLite takes no index for a bare truth value.
    return FiledResult.objects.filter(player=player, everyone__in=(everyone,))


def looked_for(
    player: Player, viewer: Player | None, now: datetime, *, all_of_them: bool
) -> Sequence[AttemptQuerySet]:
    """The results of a player that the viewer is told of and that are not in `filed_of`: of contests that are
    not filed, and, unless `filed_of` has them all, the filed ones that not everyone may know of. A stranger
    may know of none of these."""
    # Without the player in them: a database without statistics would read all attempts of theirs.
    found = [Attempt.objects.filter(entry__in=_open_ones(player).values("pk")[:NEWEST], filed=None)]
    if viewer is not None and not all_of_them:
        some = _filed_for(player, everyone=False).order_by("-ended_at", "-attempt").values("attempt")
        found.append(Attempt.objects.filter(pk__in=some[:NEWEST]))
    return [results_shown_to(attempts, player, viewer, now) for attempts in found]


def _open_ones(player: Player) -> QuerySet[Entry]:
    """The player's entries in contests that are not filed, the newest first."""
    return Entry.objects.filter(player=player, filed=False).order_by("-joined_at")


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
