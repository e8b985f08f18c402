"""Search public contests by state, game, kind of play and words in the name. Deals of the day are left out.

A database index keeps the list in order. Each page searches a limited number of contests, even if few of them
match. The next page goes on from there, so a reader who opens all pages finds all matching contests.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from competitions.models import Competition, Kind
from competitions.models.competitions import CompetitionQuerySet
from competitions.models.contest_names import contest_title
from competitions.models.contest_orders import (
    CLOSED_LAST,
    CLOSING_NEXT,
    LAST_ID,
    NEWEST,
    OPENING_NEXT,
    ContestOrder,
    ContestPlace,
)

from .page_marks import Mark

LOOKED_THROUGH: Final = 2000
"""How many contests a page searches at most in one stretch of the list (see `_stretches`)."""

LONGEST_SEARCH: Final = 80
"""How many characters a search may have: no name is longer. Callers refuse longer searches."""


@dataclass(frozen=True)
class ContestSearch:
    """What to search for. Empty fields match everything."""

    words: str = ""
    """Words or parts of words in the name. Case and accents do not matter."""
    state: str = ""
    """`running`, `scheduled`, `over` or `cancelled`."""
    game: str = ""
    play: str = ""


@dataclass(frozen=True)
class SearchPage:
    """A page of the contests that match a search."""

    contests: Sequence[Competition]
    next: Mark | None
    """Where the next page starts; None if all contests were searched."""
    full: bool
    """Whether more contests match than fit on the page."""


def find_contests(
    search: ContestSearch, *, after: Mark | None = None, most: int, now: datetime
) -> SearchPage:
    """At most `most` matching contests that follow the mark `after`. At most three queries for each queryset
    of `_stretches`."""
    found: list[tuple[Competition, Mark]] = []
    for number, (contests, order, start) in enumerate(_stretches(search.state, now)):
        if after is not None and number < after.part:
            continue
        if after is not None and number == after.part:
            start = after.place if start is None else order.later(start, after.place)
        if start is not None:
            contests = contests.filter(order.after(start))
        # At most `LOOKED_THROUGH` contests are searched for this page. If there are more contests, `ends` has
        # two places, each a time and an id: that of the last contest searched, and that of the next contest.
        ends = [ContestPlace(*end) for end in order.places(contests)[LOOKED_THROUGH - 1 : LOOKED_THROUGH + 1]]
        if len(ends) == 2:
            contests = contests.filter(order.up_to(ends[0]))
        fit = _fitting(contests, search, now).order_by(*order.columns)
        for contest in _first(fit, search.words, most + 1 - len(found)):
            found.append((contest, Mark(number, ContestPlace(getattr(contest, order.moment), contest.pk))))
        if len(found) > most:
            return SearchPage([contest for contest, _ in found[:most]], found[most - 1][1], full=True)
        if len(ends) == 2:
            return SearchPage([contest for contest, _ in found], Mark(number, ends[0]), full=False)
    return SearchPage([contest for contest, _ in found], None, full=False)


def _stretches(
    state: str, now: datetime
) -> Sequence[tuple[CompetitionQuerySet, ContestOrder, ContestPlace | None]]:
    """One or two querysets that contain all contests in this state, and others, which `_fitting` leaves out.
    Each comes with the order of a database index, and with the place (a time and an id) after which to start.
    The place is None for the beginning."""
    listed = Competition.objects.listed().exclude(kind=Kind.DAILY)
    at_now = ContestPlace(now, LAST_ID)
    match state:
        case "running":
            return (listed, CLOSING_NEXT, at_now), (listed.filter(closes_at=None), NEWEST, None)
        case "scheduled":
            return ((listed, OPENING_NEXT, at_now),)
        case "over":
            return ((listed, CLOSED_LAST, at_now),)
    return ((listed, NEWEST, None),)


def _fitting(contests: CompetitionQuerySet, search: ContestSearch, now: datetime) -> CompetitionQuerySet:
    if search.state in ("running", "scheduled"):
        contests = contests.in_state(search.state, now)
    contests = contests.filter(cancelled_at__isnull=search.state != "cancelled")
    if search.game:
        contests = contests.playing(search.game)
    return contests.filter(play=search.play) if search.play else contests


def _first(contests: CompetitionQuerySet, words: str, most: int) -> Sequence[Competition]:
    """The first `most` contests in whose names all the words occur. A contest's names are the stored one and
    the one that the reader sees.

    Python compares the names, because SQLite ignores case only in ASCII letters.
    """
    contests = contests.select_related("organiser")
    if not words:
        return list(contests[:most])
    wanted = _plain(words).split()
    named = contests.select_related(None).values_list("pk", "name", "name_facts").iterator()
    called = ((pk, f"{name} {contest_title(name, facts)}") for pk, name, facts in named)
    chosen = list(_some(called, wanted, most))
    read: Mapping[str, Competition] = contests.order_by().in_bulk(chosen)
    return [read[pk] for pk in chosen if pk in read]


def _some(named: Iterator[tuple[str, str]], wanted: Sequence[str], most: int) -> Iterator[str]:
    for pk, name in named:
        if most == 0:
            return
        plain = _plain(name)
        if all(word in plain for word in wanted):
            most -= 1
            yield pk


def _plain(text: str) -> str:
    """The text without case and accents.

    >>> _plain("ÉTÉ Straße")
    'ete strasse'
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))
