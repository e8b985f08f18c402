"""Which rounds and results count for ratings.

Rounds count if their competition is certified and at least two of their results count. They must be sealed
rounds of dailies, duels or public competitions. A result counts only if the competition was of one of these
kinds when the player joined. Results of banned players and of disqualified entries do not count, nor does a
fresh attempt that an organiser granted after the player had seen the deal.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from games import GAMES

from ..models import Attempt, Competition, RatedRound, Round
from ..standings.results import RankKey, Result, place_key
from .order import earlier_than, rounds_in_order

# A filter for attempts of players who are neither banned nor disqualified. A ban counts at once, until its
# end. A disqualification because of a ban (`banned`) is ignored, since it begins and ends a little later than
# the ban itself.
NOT_OUT = Q(player__banned_at=None) & (Q(entry__disqualified_at=None) | Q(entry__banned=True))
SEEN_BEFORE = Exists(
    Attempt.objects.filter(entry=OuterRef("entry"), round=OuterRef("round"), set_aside=True, given_back=True)
)
"""A filter for attempts at a round in which an organiser granted the player a fresh attempt, after the player
had seen the deal."""
RESULTS = Q(counts=True, entry__rated=True) & NOT_OUT & ~Q(SEEN_BEFORE)
"""A filter for attempts whose results count for ratings. They count only if a round has at least two such
attempts."""


def results_in(round: RatedRound) -> Mapping[str, Result]:
    """The results of a round that count, keyed by the player's id; empty if there are fewer than two."""
    found = Attempt.objects.filter(RESULTS, round=round.pk, score__isnull=False)
    rows: Iterable[tuple[Any, ...]] = found.values_list(
        "player", "pk", "score", "won", "moves_made", "elapsed_ms", "ended_at"
    )
    results = {player: Result(*of_player) for player, *of_player in rows}
    return results if len(results) > 1 else {}


def ranks_in(round: RatedRound, results: Mapping[str, Result]) -> Mapping[str, int]:
    """The rank of each of these players in the round, keyed by the player's id. The score decides, and at
    equal scores the tie-breaks."""
    lowest_wins = GAMES[round.game_slug].lowest_wins
    tie_breaks = Competition.objects.get(rounds=round.pk).tie_breaks
    keys = {
        player: place_key(result, lowest_wins=lowest_wins, tie_breaks=tie_breaks)
        for player, result in results.items()
    }
    ranks: dict[RankKey, int] = {}
    for place, key in enumerate(sorted(keys.values()), start=1):
        ranks.setdefault(key, place)
    return {player: ranks[key] for player, key in keys.items()}


def add_certified_rounds(competition_id: str) -> bool:
    """Add the rounds of a certified competition that count and are not rated yet; return whether there are
    any. Rounds of the same games that were certified later become due again."""
    with transaction.atomic():
        new = add_rated_rounds(Round.objects.filter(competition=competition_id))
        rate_from(new)
    return bool(new)


def add_rated_rounds(rounds: QuerySet[Round]) -> Sequence[RatedRound]:
    """Store a `RatedRound` for each certified round in `rounds` that counts and has none yet. Return the new
    rows. Call `rate_from` with these rows in the same transaction."""
    counting = Count("attempts", filter=Q(attempts__in=Attempt.objects.filter(RESULTS)))
    certified = rounds.filter(rated=None, competition__certified_at__isnull=False)
    counted = certified.annotate(results=counting).filter(results__gte=2)
    new = [
        RatedRound(round=round, game_slug=round.deal.game_slug, certified_at=at, version=0)
        for round in counted.select_related("competition", "deal").order_by("pk")
        if (at := round.competition.certified_at) is not None
    ]
    RatedRound.objects.bulk_create(new, ignore_conflicts=True)
    return new


def rate_from(rounds: Iterable[RatedRound]) -> None:
    """Make these rounds due, and all rounds of the same games that were certified later.

    Call this only once in a transaction, with all rounds. Otherwise two transactions could lock rows in
    different orders and deadlock.
    """
    first: dict[str, RatedRound] = {}
    for round in sorted(rounds, key=lambda each: (each.certified_at, each.pk)):
        first.setdefault(round.game_slug, round)
    for slug in sorted(first):
        later = rounds_in_order(slug).exclude(earlier_than(first[slug]))
        list(later.order_by("pk").select_for_update().values_list("pk", flat=True))
        later.update(due=True, version=F("version") + 1)
