"""The contests that a player has entered, organises or was challenged to; contests with a round to play come
first.

Daily deals are left out; they have a calendar of their own.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.utils.translation import gettext_lazy

from competitions.models import Attempt, Competition, Kind, Player, Round
from competitions.models.contest_orders import NEWEST, ContestPlace
from competitions.models.windows import has_begun, over

from ..home.next_steps import not_done, with_windows
from .page_marks import Mark

PARTS: Final = (
    gettext_lazy("Rounds to play"),
    gettext_lazy("Running"),
    gettext_lazy("Not open yet"),
    gettext_lazy("Over"),
)
"""The titles of the list's parts, in order. The constants below are indexes of this tuple."""
TO_PLAY, RUNNING, TO_COME, OVER = range(len(PARTS))


def own_contests(
    player: Player, now: datetime, *, most: int, after: Mark | None = None
) -> tuple[Sequence[Competition], Mark | None]:
    """A page of at most `most` contests, each annotated with its `part` of the list; and the mark of the
    place where the next page begins, or None if there is no next page.

    One query, which reads the contests of this player only.
    """
    found = Competition.objects.of(player).exclude(kind=Kind.DAILY).annotate(part=_part(player, now))
    found = found.select_related("organiser")
    if after is not None:
        found = found.filter(Q(part__gt=after.part) | Q(part=after.part) & NEWEST.after(after.place))
    page = list(found.order_by("part", *NEWEST.columns)[: most + 1])
    if len(page) <= most:
        return page, None
    last = page[most - 1]
    mark = Mark(last.part, ContestPlace(last.created_at, last.pk))  # type: ignore[attr-defined]  # annotated
    return page[:most], mark


def part_of(contest: Competition) -> int:
    """The part of the list that a contest of `own_contests` belongs to."""
    part: int = contest.part  # type: ignore[attr-defined]  # annotated
    return part


def plays_in(player: Player, competitions: Sequence[Competition]) -> bool:
    """Whether the player has entered any of these contests."""
    return player.entries.filter(competition__in=competitions).exists()


def _part(player: Player, now: datetime) -> Case:
    """An SQL expression for the part of the list that a contest belongs to, as an index of `PARTS`."""
    return Case(
        When(~Q(cancelled_at=None) | ~Q(certified_at=None), then=Value(OVER)),
        When(published_at=None, then=Value(TO_COME)),
        When(over("closes_at", now), then=Value(OVER)),
        When(opens_at__gt=now, then=Value(TO_COME)),
        When(pk__in=_to_play(player, now), then=Value(TO_PLAY)),
        When(Q(against=player) & ~Q(pk__in=player.entries.values("competition")), then=Value(TO_PLAY)),
        default=Value(RUNNING),
        output_field=IntegerField(),
    )


def _to_play(player: Player, now: datetime) -> QuerySet[Round, Any]:
    """The ids of the contests with an open round that the player has not begun or is playing."""
    begun = Attempt.objects.filter(entry=OuterRef("competition__entries"), round=OuterRef("pk"))
    return (
        not_done(with_windows(Round.objects.all()), player)
        .filter(
            ~Exists(begun) | Exists(begun.running()),
            has_begun("begins", now),
            competition__entries__player=player,
            competition__entries__disqualified_at=None,
        )
        .exclude(over("closes_at", now))
        .order_by()
        .values("competition")
    )
