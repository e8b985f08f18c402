"""Signs that somebody may want to look at a result, once nothing of its round is hidden any more. They are
simple and published, and accuse nobody: /guides/contract#signs says what they are. One of them needs the
network from which a guest began to play, kept for some days as a keyed hash: two guests of one network can be
told from two of different ones there, and nobody's address from the hash.

A competition whose standings are frozen waits for the end of the freeze.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, Q, QuerySet

from ..derived_keys import derived_key
from ..following.follower import EventRow, Follower
from ..models import Attempt, Competition, Entry, Origin, Play, Round, Sign, StateChange

SECONDS_MS: Final = 400
"""Who wins in less than this for each move has hardly looked at the cards."""

MUCH: Final = 4
"""A score is much better than another if it is better by this part of the game's worst score: a quarter."""

MOST_SHOWN: Final = 50

MOST_GUESTS: Final = 20
"""In a larger group behind one router, a class say, the network tells nothing."""

KEPT_FOR: Final = timedelta(days=8)
"""How long a network is kept: a day longer than a duel lasts."""


def note_origin(*, entry: Entry, network: str, now: datetime) -> None:
    """Note where a guest begins to play, the first time, in sealed play; of accounts and bots nothing is
    kept."""
    if entry.competition.play != Play.SEALED or entry.player.account or entry.player.bot:
        return
    # In another competition the same network has another hash.
    hashed = derived_key("network of a guest", f"{entry.competition_id} {network}").hex()
    origin = Origin(entry=entry, network=hashed, expires_at=now + KEPT_FOR)
    Origin.objects.bulk_create([origin], ignore_conflicts=True)


def look_for_signs(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Note the signs at the results of rounds that have closed for everyone, and are shown to everyone."""
    states = [row for row in rows if isinstance(row, StateChange)]
    if not states or states[-1].frozen or states[-1].state == "cancelled":
        return
    for round in Competition.objects.get(pk=competition_id).rounds_in_order:
        if states[-1].rounds[round.number - 1] == "c":
            Sign.objects.bulk_create(_signs(round, now), ignore_conflicts=True)


FOLLOWER: Final = Follower("signs", look_for_signs, of=Q(play=Play.SEALED), acts_alone=True, begins_now=True)


def signs_at(rounds: Collection[Round]) -> QuerySet[Sign]:
    """The newest signs at results of these rounds, with whose they are."""
    related = ("attempt__entry__player", "other__entry__player", "round")
    return Sign.objects.filter(round__in=rounds).select_related(*related)[:MOST_SHOWN]


def _signs(round: Round, now: datetime) -> list[Sign]:
    results = Attempt.objects.filter(round=round, counts=True, player__bot=False)
    seconds = [
        Sign(attempt=attempt, kind=Sign.Kind.SECONDS, round=round, at=now)
        for attempt in _won_in_seconds(results)
    ]
    networks = [
        Sign(attempt=second, kind=Sign.Kind.NETWORK, round=round, other=first, at=now)
        for first, second in _second_guests(results, round)
    ]
    return seconds + networks


def _won_in_seconds(results: QuerySet[Attempt]) -> QuerySet[Attempt]:
    return results.filter(won=True, elapsed_ms__lt=F("moves_made") * SECONDS_MS)


def _second_guests(results: QuerySet[Attempt], round: Round) -> Iterator[tuple[Attempt, Attempt]]:
    """Two guests of one network, of whom the second began after the first had ended, and did much better."""
    origins = Origin.objects.filter(entry__competition=round.competition_id)
    shared = (
        origins.values("network")
        .annotate(guests=Count("entry"))
        .filter(guests__gte=2, guests__lte=MOST_GUESTS)
    )
    guests = origins.filter(network__in=shared.values("network"))
    network_of = dict(guests.values_list("entry", "network"))
    found: dict[str, list[Attempt]] = defaultdict(list)
    for second in results.filter(entry__in=guests.values("entry")).order_by("started_at", "pk"):
        before = found[network_of[second.entry_id]]
        yield from ((first, second) for first in before if _much_better(second, first, round))
        before.append(second)


def _much_better(second: Attempt, first: Attempt, round: Round) -> bool:
    """Whether the second began once the first had ended, and was better by as much as `MUCH` says."""
    if first.ended_at is None or second.score is None or first.score is None:
        return False
    gain = second.score - first.score
    if round.deal.game.lowest_wins:
        gain = -gain
    worst = abs(round.deal.game.worst_score(round.deal.rules))
    return first.ended_at <= second.started_at and gain * MUCH >= worst
