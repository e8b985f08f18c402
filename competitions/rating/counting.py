"""What counts for ratings: sealed rounds of dailies, duels and public competitions, in which at least two
have a result, once the competition is certified. A result counts if that was so when its player joined."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Count, F, Q

from games import GAMES

from ..models import Attempt, Competition, RatedRound, Round
from .order import earlier_than, rounds_in_order

RESULTS = Q(counts=True, entry__rated=True, entry__disqualified_at=None)
"""The attempts whose results count, if those of one more do."""


def ranks_in(round: RatedRound) -> Mapping[str, int]:
    """The place of each player whose result at the round counts, by its score alone; empty if fewer than two
    do."""
    results = Attempt.objects.filter(RESULTS, round=round.pk).values_list("player", "score")
    scores = {player: score for player, score in results if score is not None}
    if len(scores) < 2:
        return {}
    ranks: dict[int, int] = {}
    highest_wins = GAMES[round.game_slug].score_order == "highest"
    for place, score in enumerate(sorted(scores.values(), reverse=highest_wins), start=1):
        ranks.setdefault(score, place)
    return {player: ranks[score] for player, score in scores.items()}


def note_certified(competition_id: str) -> bool:
    """Note the rounds of a certified competition that count and were not noted before; say whether there are
    any. The rounds that were certified later are to be rated again."""
    competition = Competition.objects.get(pk=competition_id)
    if competition.certified_at is None:
        return False
    counting = Count("attempts", filter=Q(attempts__in=Attempt.objects.filter(RESULTS)))
    rounds = Round.objects.filter(competition=competition, rated=None).annotate(results=counting)
    new = [
        RatedRound(round=round, game_slug=round.deal.game_slug, certified_at=competition.certified_at)
        for round in rounds.filter(results__gte=2).select_related("deal")
    ]
    with transaction.atomic():
        RatedRound.objects.bulk_create(new, ignore_conflicts=True)
        for round in new:
            rate_again_after(round)
    return bool(new)


def rate_again_after(round: RatedRound) -> None:
    """Let all that was certified after the round, at its game, be rated once more."""
    later = rounds_in_order(round.game_slug).exclude(earlier_than(round)).exclude(pk=round.pk)
    later.update(due=True, version=F("version") + 1)
