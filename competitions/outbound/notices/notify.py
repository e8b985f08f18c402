"""Writing notices down: each once, and no more for a player than are kept."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Count

from ...models import Notice, NoticeMails
from ...models.notices import MOST_NOTICES
from .ring import ring

GATHERED_FOR: Final = timedelta(minutes=5)
"""How long a notice waits for others, to be mailed together with them, or for its player to read it."""

SPARE: Final = 20
"""How many too many a player may have before the oldest go: so that it is seldom done."""


def notify(notices: Sequence[Notice]) -> None:
    """Write notices down, but for those that their players have had already, in a transaction; after the
    commit open pages hear of it."""
    if not notices:
        return
    players = {notice.player_id for notice in notices}
    with transaction.atomic():
        mailed = set(NoticeMails.objects.filter(player__in=players).values_list("player", flat=True))
        for place, notice in enumerate(notices):
            notice.at += timedelta(microseconds=place)  # so that they have an order, whoever's they are
            if notice.player_id in mailed:
                notice.mail_at = notice.at + GATHERED_FOR
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
        _drop_oldest(players)
        transaction.on_commit(partial(ring, players))


def _drop_oldest(players: Collection[str]) -> None:
    """Keep the newest notices of those of the players who have too many."""
    counted = Notice.objects.filter(player__in=players).order_by().values("player").annotate(has=Count("pk"))
    crowded = counted.filter(has__gt=MOST_NOTICES + SPARE)
    for player in crowded.values_list("player", flat=True):
        theirs = Notice.objects.filter(player=player)
        newest = list(theirs.order_by("-at", "-pk").values_list("pk", flat=True)[:MOST_NOTICES])
        theirs.exclude(pk__in=newest).delete()
