"""The notices of a player: which there are, how many are new, and reading them."""

from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from ...models import Notice, Player
from .ring import ring


class NoticeCount(NamedTuple):
    """How many notices a player has, and how many of them they have not read."""

    all: int
    unread: int


def notices_of(player: Player, *, unread: bool = False) -> QuerySet[Notice]:
    """The player's notices with all that they tell, or those alone that they have not read; one query."""
    theirs = with_what_they_tell(Notice.objects.filter(player=player))
    return theirs.filter(read=False) if unread else theirs


def with_what_they_tell(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Read in the same query what `said` needs."""
    return notices.select_related("competition", "entry__player", "act__entry__player")


def count_notices(player: Player) -> NoticeCount:
    """One query, which looks at no more rows than are kept for a player."""
    theirs = Notice.objects.filter(player=player)
    return NoticeCount(**theirs.aggregate(all=Count("pk"), unread=Count("pk", filter=Q(read=False))))


def read_until(*, player: Player, before: datetime) -> int:
    """Note that the player has read all notices up to this moment; give how many they had not."""
    with transaction.atomic():
        new = Notice.objects.filter(player=player, read=False, at__lte=before)
        read = new.update(read=True, mail_at=None)
        if read:
            transaction.on_commit(partial(ring, {player.pk}))
    return read
