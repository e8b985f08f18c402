"""Orders in which lists of contests are read page by page; an index keeps each, so a late page costs no more.

A page goes on from a place, not from a number: so it stays the same when contests are made meanwhile.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db.models import Q, QuerySet

if TYPE_CHECKING:
    from .competitions import Competition


class ContestPlace(NamedTuple):
    """Where a contest stands in an order."""

    at: datetime
    id: str


LAST_ID: Final = "z" * 17
"""No contest has it. It stands behind the ids of all."""


@dataclass(frozen=True)
class ContestOrder:
    """Contests by one of their moments, and by their ids where it is the same."""

    moment: str
    """The column of it."""
    latest_first: bool

    @property
    def columns(self) -> tuple[str, str]:
        sign = "-" if self.latest_first else ""
        return f"{sign}{self.moment}", f"{sign}id"

    def places(self, contests: "QuerySet[Competition]") -> "QuerySet[Competition, tuple[Any, ...]]":
        """Their places in this order."""
        return contests.order_by(*self.columns).values_list(self.moment, "id")

    def later(self, one: ContestPlace, other: ContestPlace) -> ContestPlace:
        """Which of the two comes later."""
        return min(one, other) if self.latest_first else max(one, other)

    def after(self, place: ContestPlace) -> Q:
        """Those that come after `place`."""
        return self._from("lt" if self.latest_first else "gt", "", place)

    def up_to(self, place: ContestPlace) -> Q:
        """The one at `place` and those before it."""
        return self._from("gt" if self.latest_first else "lt", "e", place)

    def _from(self, way: str, or_equal: str, place: ContestPlace) -> Q:
        # The first condition follows from the others. It tells the database where in the index to begin.
        return Q(**{f"{self.moment}__{way}e": place.at}) & (
            Q(**{f"{self.moment}__{way}": place.at}) | Q(**{f"id__{way}{or_equal}": place.id})
        )


NEWEST: Final = ContestOrder("created_at", latest_first=True)
OPENING_NEXT: Final = ContestOrder("opens_at", latest_first=False)
CLOSING_NEXT: Final = ContestOrder("closes_at", latest_first=False)
CLOSED_LAST: Final = ContestOrder("closes_at", latest_first=True)
