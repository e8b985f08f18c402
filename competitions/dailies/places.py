"""A player's places in many deals of the day at once, without their standings."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games import GAMES

from ..embargo.visibility import Viewpoint, known_scores
from ..models import Attempt

MOST: Final = 1000
"""Later places are not counted: they cost more with everybody who is better."""

BETTER: Final = {"lowest": "score__lt", "highest": "score__gt"}


def places_known(seen: Sequence[Viewpoint]) -> Mapping[str, int]:
    """The viewer's place in each daily that they have ended and whose scores they may know, by the
    competition's id: up to `MOST`. `seen` are of one viewer, as `viewpoints` gives them. Three queries.

    In a daily the score alone decides. Whom the site has banned has no place.
    """
    entries = [one.entry for one in seen if one.entry is not None]
    counting = Attempt.objects.filter(counts=True, entry__disqualified_at=None)
    mine = counting.filter(entry__in=entries, round__in=known_scores(seen))
    places: dict[str, int] = {}
    for order, better in BETTER.items():
        slugs = [slug for slug, game in GAMES.items() if game.score_order == order]
        before = counting.filter(round=OuterRef("round"), **{better: OuterRef("score")}).order_by()
        number = Subquery(before.values("round").annotate(number=Count("pk")).values("number"))
        told = mine.filter(~Exists(before[MOST - 1 : MOST]), round__competition__daily__game_slug__in=slugs)
        places.update(told.annotate(place=Coalesce(number, 0) + 1).values_list("round__competition", "place"))
    return places
