"""The badges of a contest: how many were used, and which can be printed."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import Count, Q

from competitions.contests.badges.codes import code_of
from competitions.models import Badge, Competition

PAGE: Final = 200
"""How many badges one page of the list shows."""

ON_A_SHEET: Final = 60
"""How many badges one page to print has at most. This many badges fill six sheets of paper; more would make
the page slow, because drawing each QR code takes some milliseconds."""

GROUP: Final = 5
"""How many characters each group of a printed code has. Groups make the code easier to type."""


class BadgeCounts(NamedTuple):
    all: int
    come: int
    """How many players have used their badge."""
    good: int
    """How many badges can still be used."""


def badge_counts(competition: Competition) -> BadgeCounts:
    come, good = Count("pk", filter=Q(entry__isnull=False)), Count("pk", filter=Q(used_at=None))
    return BadgeCounts(**competition.badges.order_by().aggregate(all=Count("pk"), come=come, good=good))


def good_badges(competition: Competition, *, alone: str | None, page: int) -> list[Badge]:
    """A page of badges that can still be used, plus one more if another page follows; or only the badge with
    the id `alone`."""
    found = competition.badges.filter(used_at=None)
    if alone is not None:
        found = found.filter(pk=alone.replace("\0", ""))
    return list(found[(page - 1) * ON_A_SHEET : page * ON_A_SHEET + 1])


class PaperBadge(NamedTuple):
    name: str
    link: str | None
    """The link in the QR code. None if the badge was made with a secret that the site no longer has;
    such a badge must be made again."""
    code: str


def on_paper(badges: Sequence[Badge], address: str) -> list[PaperBadge]:
    """The facts to print on each badge. `address` is the page where players type the codes."""
    return [_printed(badge, code_of(badge), address) for badge in badges]


def _printed(badge: Badge, code: str | None, address: str) -> PaperBadge:
    if code is None:
        return PaperBadge(badge.name, None, "")
    groups = " ".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))
    return PaperBadge(badge.name, f"{address}?code={code}", groups)
