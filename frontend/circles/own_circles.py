"""The viewer's circles on the home page, each with this week's leaders."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from competitions.contests.circles.visible_weeks import boards, known_week
from competitions.contests.circles.week_board import BoardRow
from competitions.contests.circles.weeks import Week
from competitions.embargo.circles import memberships_of
from competitions.models import Member, Player

SHOWN: Final = 3


@dataclass(frozen=True)
class Leader:
    """A player who leads a circle this week."""

    member: Member
    row: BoardRow


@dataclass(frozen=True)
class CircleCard:
    """One of the viewer's circles."""

    member: Member
    """The viewer's membership."""
    leaders: Sequence[Leader]
    """This week's leaders as far as the viewer may know; empty before anybody has played."""
    mine: BoardRow


def circle_cards(viewer: Player, now: datetime) -> Sequence[CircleCard]:
    """Cards for the circles that the viewer joined last, newest first. Always ten queries."""
    memberships = list(memberships_of(viewer).order_by("-pk")[:SHOWN])
    if not memberships:
        return []
    found = boards([each.circle for each in memberships], known_week(viewer, Week.at(now), now))
    return [_card(each, found[each.circle_id]) for each in memberships]


def _card(member: Member, board: Sequence[tuple[Member, BoardRow]]) -> CircleCard:
    mine = next(row for of, row in board if of.pk == member.pk)
    return CircleCard(member, [Leader(of, row) for of, row in board if row.rank == 1], mine)
