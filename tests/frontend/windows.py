"""Contests whose windows, and those of their rounds, lie in every way around now."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import product
from typing import Any

from competitions.models import Competition, Deal, Entry, Player, Round

HOUR = timedelta(hours=1)


def open_contest(name: str, organiser: Player, created: datetime, **columns: Any) -> Competition:
    """A public contest of open play, published when it was created; it is not stored."""
    return Competition(
        name=name,
        organiser=organiser,
        access="public",
        play="open",
        counts="best",
        created_at=created,
        published_at=created,
        **columns,
    )


def in_every_window(player: Player, organiser: Player, now: datetime) -> Sequence[Round]:
    """The rounds of these contests: each has one, and the player is in it and has not begun.

    Hundreds of contests at once: to look at one after the other takes a hundred times longer.
    """
    times, created = (None, now - 2 * HOUR, now - HOUR, now + HOUR, now + 2 * HOUR), now - 3 * HOUR
    windows = [
        (opens, closes, round_opens, round_closes)
        for opens, closes, round_opens, round_closes in product(times, repeat=4)
        if not (closes and closes <= (opens or created))
        and not (round_opens and round_closes and round_closes <= round_opens)
    ]
    contests = Competition.objects.bulk_create(
        open_contest("in a window", organiser, created, opens_at=opens, closes_at=closes)
        for opens, closes, _, _ in windows
    )
    Entry.objects.bulk_create(Entry(competition=one, player=player, joined_at=created) for one in contests)
    deals = Deal.objects.bulk_create(Deal(game_slug="wish", rules={}, seed="pub") for _ in contests)
    return Round.objects.bulk_create(
        Round(competition=one, number=1, deal=deal, opens_at=opens, closes_at=closes)
        for one, deal, (_, _, opens, closes) in zip(contests, deals, windows, strict=True)
    )
