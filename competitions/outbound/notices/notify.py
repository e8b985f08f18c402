"""Storing notices. Each notice is stored once, and a player keeps a limited number of notices."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Count

from ...models import Notice, NoticeMails, NoticeType, RemindedBrowser
from ...models.notices import MOST_NOTICES
from .ring import ring

GATHERED_FOR: Final = timedelta(minutes=5)
"""How long a notice waits before it is mailed. Notices that are stored during the wait go into the same mail.
A notice that the player reads during the wait is not mailed."""

SPARE: Final = 20
"""How many notices beyond `MOST_NOTICES` a player may have before the oldest are deleted. The margin makes
deletions rare."""


def notify(notices: Sequence[Notice]) -> None:
    """Store the notices, except those that their players already have, in one transaction. After the commit,
    open pages learn of the new notices."""
    if not notices:
        return
    players = {notice.player_id for notice in notices}
    with transaction.atomic():
        mailed = set(NoticeMails.objects.filter(player__in=players).values_list("player", flat=True))
        for place, notice in enumerate(notices):
            notice.at += timedelta(microseconds=place)  # Different times keep the notices in order.
            if notice.player_id in mailed:
                notice.mail_at = notice.at + GATHERED_FOR
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
        if closing := [notice for notice in notices if notice.type == NoticeType.CLOSING]:
            RemindedBrowser.objects.look_soon(
                {each.player_id for each in closing}, max(each.at for each in closing)
            )
        _drop_oldest(players)
        transaction.on_commit(partial(ring, players))


def _drop_oldest(players: Collection[str]) -> None:
    """Delete the oldest notices of each player who has too many."""
    counted = Notice.objects.filter(player__in=players).order_by().values("player").annotate(has=Count("pk"))
    crowded = counted.filter(has__gt=MOST_NOTICES + SPARE)
    for player in crowded.values_list("player", flat=True):
        theirs = Notice.objects.filter(player=player)
        newest = list(theirs.order_by("-at", "-pk").values_list("pk", flat=True)[:MOST_NOTICES])
        theirs.exclude(pk__in=newest).delete()
