"""A circle's week, as its page shows it to a member."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from competitions.contests.circles.visible_weeks import boards, known_week
from competitions.contests.circles.week_board import BoardRow
from competitions.contests.circles.weeks import Week
from competitions.models import Circle, Member, Player

from ..wording.lists import joined_html, names_of

TWO_LETTERS: Final = (
    pgettext_lazy("two letters of a weekday", "Mo"),
    pgettext_lazy("two letters of a weekday", "Tu"),
    pgettext_lazy("two letters of a weekday", "We"),
    pgettext_lazy("two letters of a weekday", "Th"),
    pgettext_lazy("two letters of a weekday", "Fr"),
    pgettext_lazy("two letters of a weekday", "Sa"),
    pgettext_lazy("two letters of a weekday", "Su"),
)


@dataclass(frozen=True)
class ShownDay:
    """A member's day in the board of the week."""

    date: date
    points: Fraction | None
    """The points of the day; None if no result is known to the viewer."""
    score: int | None
    best: bool
    """Whether the member has the most points of that day, alone or with others."""
    today: bool
    to_come: bool
    """Whether the day is in the future."""

    @property
    def two_letters(self) -> str | Promise:
        return TWO_LETTERS[self.date.weekday()]


@dataclass(frozen=True)
class ShownRow:
    """A member's row in the board of the week."""

    member: Member
    row: BoardRow
    days: Sequence[ShownDay]


@dataclass(frozen=True)
class WeekPage:
    """The board of a circle's week."""

    week: Week
    rows: Sequence[ShownRow]
    before: Week | None
    """The previous week; None if the circle did not exist then."""
    after: Week | None
    """The next week; None if it has not begun."""

    @property
    def leaders(self) -> Sequence[ShownRow]:
        return [each for each in self.rows if each.row.rank == 1]


def names_in_a_sentence(rows: Sequence[ShownRow]) -> SafeString:
    names = names_of([each.member for each in rows])
    return joined_html([format_html("<strong>{}</strong>", name) for name in names])


def week_page(circle: Circle, viewer: Player, week: Week, game_slug: str | None, now: datetime) -> WeekPage:
    """The board as far as the viewer may know it. Without `game_slug` it counts all games."""
    board = boards([circle], known_week(viewer, week, now, game_slug=game_slug))[circle.pk]
    rows = shown_rows(board, week, now)
    return WeekPage(
        week=week,
        rows=rows,
        before=week.before if week > Week.at(circle.created_at) else None,
        after=week.after if week < Week.at(now) else None,
    )


def shown_rows(board: Sequence[tuple[Member, BoardRow]], week: Week, now: datetime) -> Sequence[ShownRow]:
    """The rows of a board, each with the seven days of `week`."""
    worths = [[worth.points for _, row in board if (worth := row.days[day])] for day in range(7)]
    most = [max(of_day, default=None) for of_day in worths]
    return [
        ShownRow(member, row, [_shown_day(row, week, day, most[day], now) for day in range(7)])
        for member, row in board
    ]


def _shown_day(row: BoardRow, week: Week, day: int, most: Fraction | None, now: datetime) -> ShownDay:
    worth, at, today = row.days[day], week.days[day], now.astimezone(UTC).date()
    return ShownDay(
        date=at,
        points=worth and worth.points,
        score=worth and worth.score,
        best=worth is not None and worth.points == most,
        today=at == today,
        to_come=at > today,
    )
