"""A player's places in many deals of the day at once, without their standings."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games import GAMES

from ...embargo.visibility import Viewpoint, known_scores
from ...models import Attempt, Entry

MOST: Final = 1000
"""Later places are not counted: they cost more with everybody who is better."""

BETTER: Final = {"lowest": "score__lt", "highest": "score__gt"}


def places_known(seen: Sequence[Viewpoint]) -> Mapping[str, int]:
    """The viewer's place in each daily that they have ended and whose scores they may know, by the
    competition's id: up to `MOST`, and none where nobody else has one. `seen` are of one viewer, as
    `viewpoints` gives them. Three queries, and one more for each order of scores in which somebody is
    disqualified.

    In a daily the score alone decides. Whom the site has banned has no place; there are few of them, so that
    they are counted among all others, and then taken away.
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
    """Each score of an entry that counts for nobody, with its daily; no query for no dailies."""
    if not dailies:
        return []
    disqualified = Entry.objects.filter(competition__in=list(dailies), disqualified_at__isnull=False)
    ended = Attempt.objects.filter(entry__in=disqualified.values("pk"), counts=True)
    rows = ended.values_list("round__competition", "score")
    return [(daily, score) for daily, score in rows if score is not None]
