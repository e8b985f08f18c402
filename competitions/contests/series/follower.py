"""The follower that stores the places in each certified contest of a series. The points in the series are
computed from these places."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby, islice
from operator import itemgetter
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from ...embargo.visibility import viewpoint_of_organising
from ...ledger.follower import EventRow, Follower
from ...models import Act, Competition, Kind, Series, SeriesResult
from ...standings import standings

CHANGING: Final = frozenset({"certify", "disqualify", "reinstate"})
"""The acts after which places are stored. Even after certifying, a ban disqualifies a player's entry, and the
end of the ban reinstates it."""

MOST_KEPT: Final = 1000
"""How many places of a contest are stored at most: the best ones."""


def store_places(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Store the places of a contest once it is certified, and again if a player's ban, or its end, changes
    them."""
    if not any(isinstance(row, Act) and row.act in CHANGING for row in rows):
        return
    competition = Competition.read(competition_id)
    if competition.certified_at is None or competition.series_id is None:
        return
    found = list(_places(competition, max(now, competition.certified_at)))
    with transaction.atomic():
        Series.objects.filter(pk=competition.series_id).update(version=F("version") + 1)
        SeriesResult.objects.filter(entry__competition=competition).delete()
        SeriesResult.objects.bulk_create(found)


FOLLOWER: Final = Follower("series", store_places, of=Q(kind=Kind.SERIES), acts_alone=True)


def _places(competition: Competition, now: datetime) -> Iterator[SeriesResult]:
    """The places of the entries that played, the best first, at most `MOST_KEPT` of them."""
    rows = standings.rows(viewpoint_of_organising(competition, now))
    ranked = (each for each in rows if each["rank"] is not None)
    left = MOST_KEPT
    for place, group in groupby(ranked, key=itemgetter("rank")):
        entries = [each["entry"] for each in group]
        for entry in islice(entries, left):
            yield SeriesResult(
                entry_id=entry, series_id=competition.series_id, place=place, sharing=len(entries)
            )
        left -= len(entries)
        if left <= 0:
            return
