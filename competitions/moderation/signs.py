"""Signs: reasons why the staff should look at a result again. They prove nothing. The rules for signs are
simple, and published at /guides/contract#signs. Signs are made when nothing of a round is hidden any more; a
freeze delays them.

One sign needs the network from which a player began to play. A keyed hash of the network is kept for some
days. The hash tells whether two players share a network, but not which network it is.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, Q, QuerySet

from ..derived_keys import derived_key
from ..ledger.follower import EventRow, Follower
from ..models import Attempt, Competition, Entry, Origin, Play, Round, Sign, StateChange
from .same_moves import TELLING, EndedGame, same_moves

SECONDS_MS: Final = 400
"""A good result gets a sign if its game took less than this many milliseconds per move."""

MANY_MOVES: Final = 10
"""A fast result that is not a win gets a sign only if its game has at least this many moves."""

HALF: Final = 2
"""The divisor for half of the worst possible score. A result that is not a win is good if its score is better
than the worst possible score by at least this half."""

MUCH: Final = 4
"""The divisor for a quarter of the worst possible score. A score is much better than another if it is better
by at least this quarter."""

MOST_SHOWN: Final = 50

MOST_PLAYERS: Final = 20
"""Players on one network are compared only if there are at most this many. A larger group may be a school
class behind one router."""

KEPT_FOR: Final = timedelta(days=8)
"""How long the hash of a network is kept: a day longer than a duel lasts."""

MOST_COMPARED: Final = 200
"""How many results of a round are compared move by move, the best first."""


def note_origin(*, entry: Entry, network: str, now: datetime) -> None:
    """Store a hash of the network from which an entry first plays a sealed competition. Nothing is stored
    about bots."""
    if entry.competition.play != Play.SEALED or entry.player.bot:
        return
    # The competition is part of the hash, so that networks cannot be compared between competitions.
    hashed = derived_key("network of a guest", f"{entry.competition_id} {network}").hex()
    origin = Origin(entry=entry, network=hashed, expires_at=now + KEPT_FOR)
    Origin.objects.bulk_create([origin], ignore_conflicts=True)


def look_for_signs(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Store the signs (reasons to look at a result again) of each round that these events make fully
    visible."""
    states = [row for row in rows if isinstance(row, StateChange)]
    if not states:
        return
    earlier = StateChange.objects.filter(competition=competition_id, event__lt=states[0].event).last()
    new = _shown_rounds(states[-1]) - _shown_rounds(earlier)
    for round in Competition.objects.get(pk=competition_id).rounds_in_order if new else ():
        if round.number in new:
            Sign.objects.bulk_create(_signs(round, now), ignore_conflicts=True)


def _shown_rounds(state: StateChange | None) -> set[int]:
    """The numbers of the rounds that are closed in this state of a competition. Empty in each of these cases:
    `state` is None, the standings are frozen, or the competition was cancelled."""
    if state is None or state.frozen or state.state == "cancelled":
        return set()
    return {number for number, round in enumerate(state.states_of_rounds, start=1) if round == "closed"}


FOLLOWER: Final = Follower("signs", look_for_signs, of=Q(play=Play.SEALED), acts_alone=True, begins_now=True)


def signs_at(rounds: Collection[Round]) -> QuerySet[Sign]:
    """The newest signs (reasons to look at a result again) in these rounds, with their players."""
    related = ("attempt__entry__player", "other__entry__player", "round")
    return Sign.objects.filter(round__in=rounds).select_related(*related)[:MOST_SHOWN]


def _signs(round: Round, now: datetime) -> list[Sign]:
    results = Attempt.objects.filter(round=round, counts=True, player__bot=False)
    seconds = [
        Sign(attempt=attempt, kind=Sign.Kind.SECONDS, round=round, at=now)
        for attempt in _played_in_seconds(results, round)
    ]
    networks = [
        Sign(attempt=second, kind=Sign.Kind.NETWORK, round=round, other=first, at=now)
        for first, second in _second_players(results, round)
    ]
    moves = [
        Sign(attempt_id=other.attempt, kind=Sign.Kind.MOVES, round=round, other_id=first.attempt, at=now)
        for first, other in same_moves(round.deal.opening, _best_games(results, round))
    ]
    return seconds + networks + moves


def _played_in_seconds(results: QuerySet[Attempt], round: Round) -> QuerySet[Attempt]:
    """Return the results that were played too fast, if they are wins, or good scores with many moves."""
    worst = round.deal.worst_score
    half = abs(worst) // HALF
    good = Q(score__lte=worst - half) if round.deal.game.lowest_wins else Q(score__gte=worst + half)
    quick = results.filter(elapsed_ms__lt=F("moves_made") * SECONDS_MS)
    return quick.filter(Q(won=True) | good & Q(moves_made__gte=MANY_MOVES))


def _second_players(results: QuerySet[Attempt], round: Round) -> Iterator[tuple[Attempt, Attempt]]:
    """Yield pairs of results on one network, each as (first, second). The second player did much better than
    the first, and began after the first player's last move."""
    origins = Origin.objects.filter(entry__competition=round.competition_id)
    shared = (
        origins.values("network")
        .annotate(players=Count("entry"))
        .filter(players__gte=2, players__lte=MOST_PLAYERS)
    )
    players = origins.filter(network__in=shared.values("network"))
    network_of = dict(players.values_list("entry", "network"))
    found: dict[str, list[Attempt]] = defaultdict(list)
    for second in results.filter(entry__in=players.values("entry")).order_by("started_at", "pk"):
        before = found[network_of[second.entry_id]]
        yield from ((first, second) for first in before if _much_better(second, first, round))
        before.append(second)


def _much_better(second: Attempt, first: Attempt, round: Round) -> bool:
    """Whether the second attempt began after the last move of the first, and its score is better by as much
    as `MUCH` says."""
    if first.elapsed_ms is None or second.score is None or first.score is None:
        return False
    gain = second.score - first.score
    if round.deal.game.lowest_wins:
        gain = -gain
    last_move = first.started_at + timedelta(milliseconds=first.elapsed_ms)
    return last_move <= second.started_at and gain * MUCH >= abs(round.deal.worst_score)


def _best_games(results: QuerySet[Attempt], round: Round) -> list[EndedGame]:
    """The games of the best results. Games that are too short to be compared are left out."""
    best_first = "score" if round.deal.game.lowest_wins else "-score"
    long = results.filter(moves_made__gte=TELLING).order_by(best_first, "ended_at", "pk")
    rows = long.values_list("pk", "ended_at", "log__moves")[:MOST_COMPARED]
    return [EndedGame(attempt, ended_at, moves) for attempt, ended_at, moves in rows if ended_at]
