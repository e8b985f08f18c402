"""The scores of the same deal in other contests: in challenges, and in public competitions that are over."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Final

from django.db.models import Count

from games.game import Game

from ..embargo.visibility import viewpoints
from ..models import Attempt, Competition, Deal

MOST: Final = 20
"""The greatest number of rounds with this deal whose results are counted; the newest rounds are taken."""


def ends_of_cards(*, game: Game, rules: Mapping[str, str], seed: str, now: datetime) -> Mapping[int, int]:
    """Return the number of results of this deal with each score, keyed by the score, as far as strangers may
    know them. This takes four queries, and one for each round that changed since its last count."""
    alike = Deal.objects.filter(game_slug=game.slug, seed=seed).order_by("-pk")[:MOST]
    deals = {deal.pk for deal in alike if deal.rules == rules}
    if not deals:
        return {}
    found = list(Competition.objects.with_rounds().filter(rounds__deal__in=deals).distinct())
    ends: Counter[int] = Counter()
    for seen in viewpoints(found, None, now):
        for round in seen.competition.rounds_in_order:
            if round.deal_id in deals and seen.tells_ends(round):
                ends.update(dict(_ends(seen.competition.pk, seen.competition.changes, round.pk)))
    return ends


@lru_cache(maxsize=500)
def _ends(competition: str, changes: int, round: int) -> tuple[tuple[int, int], ...]:
    """Pairs of a score in one round and the number of results with it. `changes` is the competition's count
    of changes: the answer is cached until this count grows."""
    counting = Attempt.objects.counting().filter(round=round)
    return tuple(counting.order_by("score").values_list("score").annotate(Count("pk")))
