"""A player's places in many dailies at once, without reading the standings of the dailies."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games import GAMES

from ...embargo.visibility import Viewpoint, known_scores
from ...models import Attempt, Entry

MOST: Final = 1000
"""The greatest place that `known_places` returns. To find a place, the database counts all better
results, which takes too long for greater places."""

BETTER: Final = {"lowest": "score__lt", "highest": "score__gt"}


def known_places(seen: Sequence[Viewpoint]) -> Mapping[str, int]:
    """Return the viewer's places in dailies, by competition id. `seen` has the viewpoints of one viewer, as
    `viewpoints` returns them. A daily is left out if the viewer has not ended it, may not know its scores,
    has the only result, or has a place beyond `MOST`.

    In a daily, the score alone decides the place. First, all better results are counted. Then the results of
    disqualified entries, which are few, are subtracted. This takes three queries, or at most five if there
    are results to subtract.
    """
    entries = [one.entry for one in seen if one.entry is not None]
    counting = Attempt.objects.filter(counts=True)
    mine = counting.filter(entry__in=entries, entry__disqualified_at=None, round__in=known_scores(seen))
    out = Entry.objects.filter(competition=OuterRef("round__competition"), disqualified_at__isnull=False)
    ranked = counting.filter(round=OuterRef("round"), entry__disqualified_at=None)
    others = Exists(ranked.exclude(pk=OuterRef("pk")))
    places: dict[str, int] = {}
    for order, better in BETTER.items():
        slugs = [slug for slug, game in GAMES.items() if game.score_order == order]
        before = counting.filter(round=OuterRef("round"), **{better: OuterRef("score")}).order_by()
        number = Subquery(before.values("round").annotate(number=Count("pk")).values("number"))
        told = mine.filter(others, ~Exists(before[MOST - 1 : MOST]))
        told = told.filter(round__competition__daily__game_slug__in=slugs)
        placed = told.annotate(place=Coalesce(number, 0) + 1, somebody_out=Exists(out))
        rows = list(placed.values_list("round__competition", "score", "place", "somebody_out"))
        places.update((daily, place) for daily, _, place, _ in rows)
        own = {daily: score for daily, score, _, somebody_out in rows if somebody_out and score is not None}
        for daily, score in _scores_out(own):
            places[daily] -= score < own[daily] if order == "lowest" else score > own[daily]
    return places


def _scores_out(dailies: Collection[str]) -> list[tuple[str, int]]:
    """The scores of disqualified entries, each with its daily's id. Without dailies there is no query."""
    if not dailies:
        return []
    disqualified = Entry.objects.filter(competition__in=list(dailies), disqualified_at__isnull=False)
    ended = Attempt.objects.filter(entry__in=disqualified.values("pk"), counts=True)
    rows = ended.values_list("round__competition", "score")
    return [(daily, score) for daily, score in rows if score is not None]
