"""The orders in which contests are listed. Each order has an index, so a late page costs no more than the
first page.

The start of a page is not an offset, but the time and id of the contest before the page. So contests
that are made between two requests do not shift the page.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet


class ContestPlace(NamedTuple):
    """The place of a contest in an order: a time, such as its opening, and its id."""

    at: datetime
    id: str


LAST_ID: Final = "z" * 17
"""A text that is greater than every contest's id. A `ContestPlace` with this id comes after all contests that
have its time or, in an order with the latest first, before all of them."""


@dataclass(frozen=True)
class ContestOrder:
    """An order of contests: by one of their times, then by id where the times are equal."""

    moment: str
    """The name of the column with the time by which contests are sorted."""
    latest_first: bool

    @property
    def columns(self) -> tuple[str, str]:
        sign = "-" if self.latest_first else ""
        return f"{sign}{self.moment}", f"{sign}id"

    def places(self, contests: QuerySet[Any]) -> QuerySet[Any, tuple[Any, ...]]:
        """The place (a time and an id) of each of these contests, sorted by this order."""
        return contests.order_by(*self.columns).values_list(self.moment, "id")

    def later(self, one: ContestPlace, other: ContestPlace) -> ContestPlace:
        """Whichever of the two places comes later in this order."""
        return min(one, other) if self.latest_first else max(one, other)

    def after(self, place: ContestPlace) -> Q:
        """A filter for the contests after `place` in this order."""
        return self._from("lt" if self.latest_first else "gt", "", place)

    def up_to(self, place: ContestPlace) -> Q:
        """A filter for the contest at `place` and all contests before it in this order."""
        return self._from("gt" if self.latest_first else "lt", "e", place)

    def _from(self, way: str, or_equal: str, place: ContestPlace) -> Q:
        # The first condition leaves out contests whose time is on the wrong side of the place, whatever their
        # id. It also tells the database where in the index to begin.
        return Q(**{f"{self.moment}__{way}e": place.at}) & (
            Q(**{f"{self.moment}__{way}": place.at}) | Q(**{f"id__{way}{or_equal}": place.id})
        )


NEWEST: Final = ContestOrder("created_at", latest_first=True)
OPENING_NEXT: Final = ContestOrder("opens_at", latest_first=False)
CLOSING_NEXT: Final = ContestOrder("closes_at", latest_first=False)
CLOSED_LAST: Final = ContestOrder("closes_at", latest_first=True)
