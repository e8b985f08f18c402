"""The viewer's circles on the home page, each with this week's leaders."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.safestring import SafeString

from competitions.contests.circles.visible_weeks import boards, known_week
from competitions.contests.circles.week_board import BoardRow
from competitions.contests.circles.weeks import Week
from competitions.embargo.circles import memberships_of
from competitions.models import Member, Player

from .week_page import ShownDay, ShownRow, names_in_a_sentence, shown_rows

SHOWN: Final = 3


@dataclass(frozen=True)
class CircleCard:
    """One of the viewer's circles."""

    member: Member
    """The viewer's membership."""
    leaders: Sequence[ShownRow]
    """This week's leaders as far as the viewer may know; empty before anybody has played."""
    mine: BoardRow
    days: Sequence[ShownDay]
    """The days of this week, with the viewer's points."""

    @property
    def leader_names(self) -> SafeString:
        """The names of the leaders, for a sentence."""
        return names_in_a_sentence(self.leaders)


def circle_cards(viewer: Player, now: datetime) -> Sequence[CircleCard]:
    """Cards for the `SHOWN` circles that the viewer joined last, the newest first. At most ten queries."""
    memberships = list(memberships_of(viewer).order_by("-pk")[:SHOWN])
    if not memberships:
        return []
    week = Week.at(now)
    found = boards([each.circle for each in memberships], known_week(viewer, week, now))
    return [_card(each, shown_rows(found[each.circle_id], week, now)) for each in memberships]


def _card(member: Member, rows: Sequence[ShownRow]) -> CircleCard:
    mine = next(each for each in rows if each.member.pk == member.pk)
    return CircleCard(member, [each for each in rows if each.row.rank == 1], mine.row, mine.days)
