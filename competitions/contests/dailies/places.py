"""A player's places in many dailies at once, without reading the standings of the dailies."""

from collections.abc import Mapping, Sequence

from ...embargo.visibility import Viewpoint, known_scores
from ...models import Attempt
from ...standings.score_counts import count_scores


def known_places(seen: Sequence[Viewpoint]) -> Mapping[str, int]:
    """Return the viewer's places in dailies, by competition id. `seen` has the viewpoints of one viewer, as
    `viewpoints` returns them. A daily is left out if the viewer has no result in it, is disqualified, may not
    know its scores, or has the only result.

    In a daily, the score alone decides the place. The function makes six queries at most.
    """
    entries = [one.entry for one in seen if one.entry is not None and one.entry.disqualified_at is None]
    rounds = {round.pk: round for round in known_scores(seen)}
    mine = list(Attempt.objects.filter(counts=True, entry__in=entries, round__in=list(rounds)))
    for attempt in mine:
        attempt.round = rounds[attempt.round_id]
    counts = count_scores(mine)
    return {
        each.round.competition_id: counts[each.pk].better + 1 for each in mine if counts[each.pk].results > 1
    }
