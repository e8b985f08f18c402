"""What counts for ratings: sealed rounds of dailies, duels and public competitions, in which at least two
have a result, once the competition is certified. A result counts if that was so when its player joined."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from games import GAMES

from ..models import Attempt, Competition, RatedRound, Round
from ..standings.results import RankKey, Result, place_key
from .order import earlier_than, rounds_in_order

# Of a banned player nothing counts from the ban on, although their entries follow it one after the other.
NOT_OUT = Q(player__banned_at=None) & (Q(entry__disqualified_at=None) | Q(entry__banned=True))
RESULTS = Q(counts=True, entry__rated=True) & NOT_OUT
"""The attempts whose results count, if those of one more do."""


def results_in(round: RatedRound) -> Mapping[str, Result]:
    """The result of each player that counts at the round; empty if fewer than two do."""
    found = Attempt.objects.filter(RESULTS, round=round.pk, score__isnull=False)
    rows: Iterable[tuple[Any, ...]] = found.values_list(
        "player", "pk", "score", "won", "moves_made", "elapsed_ms", "ended_at"
    )
    results = {player: Result(*of_player) for player, *of_player in rows}
    return results if len(results) > 1 else {}


def ranks_in(round: RatedRound, results: Mapping[str, Result]) -> Mapping[str, int]:
    """The place of each player among these, as the round places them: by the score, then the tie-breaks."""
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


def note_certified(competition_id: str) -> bool:
    """Note the rounds of a certified competition that count and were not noted before; say whether there are
    any. The rounds that were certified later are to be rated again."""
    with transaction.atomic():
        new = note_rounds(Round.objects.filter(competition=competition_id))
        rate_from(new)
    return bool(new)


def note_rounds(rounds: QuerySet[Round]) -> Sequence[RatedRound]:
    """Note those of the rounds whose competitions are certified, that count and were not noted before, and
    give them: `rate_from` is to be called for them in the same transaction."""
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
    """Let the rounds be rated once more, and all that was certified after them at their games.

    Once in a transaction, with all rounds together: so of two at once each locks them in the same order.
    """
    first: dict[str, RatedRound] = {}
    for round in sorted(rounds, key=lambda each: (each.certified_at, each.pk)):
        first.setdefault(round.game_slug, round)
    for slug in sorted(first):
        later = rounds_in_order(slug).exclude(earlier_than(first[slug]))
        list(later.order_by("pk").select_for_update().values_list("pk", flat=True))
        later.update(due=True, version=F("version") + 1)
