"""The badges of a contest: who has come with them, and those that can be printed."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import Count, Q

from competitions.contests.badges.codes import code_of
from competitions.models import Badge, Competition

PAGE: Final = 200
"""Badges on one page of the list."""

ON_A_SHEET: Final = 60
"""On one page to be printed: six sheets of paper. Each has a drawing that takes some milliseconds."""

GROUP: Final = 5
"""How many letters of a code stand together, so that they can be typed."""


class BadgeCounts(NamedTuple):
    all: int
    come: int
    """With how many of them somebody has come."""
    good: int
    """How many let somebody in still."""


def badge_counts(competition: Competition) -> BadgeCounts:
    come, good = Count("pk", filter=Q(entry__isnull=False)), Count("pk", filter=Q(used_at=None))
    return BadgeCounts(**competition.badges.order_by().aggregate(all=Count("pk"), come=come, good=good))


def good_badges(competition: Competition, *, alone: str | None, page: int) -> list[Badge]:
    """One page of those that are not used up, and one more where there is another page; or the one `alone`
    that has this id."""
    found = competition.badges.filter(used_at=None)
    if alone is not None:
        found = found.filter(pk=alone.replace("\0", ""))
    return list(found[(page - 1) * ON_A_SHEET : page * ON_A_SHEET + 1])


class PaperBadge(NamedTuple):
    name: str
    link: str | None
    """None where the site's secret has changed since, and the badge has to be made anew."""
    code: str


def on_paper(badges: Sequence[Badge], address: str) -> list[PaperBadge]:
    """What is printed of each; `address` is that of the page which takes the codes."""
    return [_printed(badge, code_of(badge), address) for badge in badges]


def _printed(badge: Badge, code: str | None, address: str) -> PaperBadge:
    if code is None:
        return PaperBadge(badge.name, None, "")
    groups = " ".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))
    return PaperBadge(badge.name, f"{address}?code={code}", groups)
