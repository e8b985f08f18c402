"""The notices of a player: listing the notices, counting them, and marking them as read."""

from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from ...models import Notice, Player
from .ring import ring


class NoticeCount(NamedTuple):
    """How many notices a player has, and how many of these are unread."""

    all: int
    unread: int


def notices_of(player: Player, *, unread: bool = False) -> QuerySet[Notice]:
    """Return the player's notices, or with `unread` only the unread ones. The same query reads the rows to
    which the notices refer."""
    theirs = with_what_they_tell(Notice.objects.filter(player=player))
    return theirs.filter(read=False) if unread else theirs


def with_what_they_tell(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Make the query also read the rows to which the notices refer, so that no more queries are needed."""
    return notices.select_related("competition", "entry__player", "act__entry__player", "act__round")


def count_notices(player: Player) -> NoticeCount:
    """Count the player's notices, in one query. It reads few rows, because a player keeps a limited number of
    notices."""
    theirs = Notice.objects.filter(player=player)
    return NoticeCount(**theirs.aggregate(all=Count("pk"), unread=Count("pk", filter=Q(read=False))))


def read_until(*, player: Player, before: datetime) -> int:
    """Mark all the player's notices up to `before` as read; return how many were unread."""
    with transaction.atomic():
        new = Notice.objects.filter(player=player, read=False, at__lte=before)
        read = new.update(read=True, mail_at=None)
        if read:
            transaction.on_commit(partial(ring, {player.pk}))
    return read
