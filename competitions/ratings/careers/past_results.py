"""A player's results one by one, each with its place among all results of its round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

from django.db.models import Q

from ...embargo.visibility import Viewpoint, known_scores, viewpoints
from ...models import Attempt, Competition, Log
from ...standings.results import Result, place_key
from ...standings.score_counts import count_scores
from .career import Career

MOST_COUNTED: Final = 1000
"""If a round has more results than this, its places are shown only once they are final."""


class PastPlace(NamedTuple):
    rank: int | None
    """The place in the round. None in each of these cases: the viewer may not know it; tie-breaks may still
    change it; it is not final, and the round has more than `MOST_COUNTED` results."""
    field: int | None
    """The number of results in the round. None if the viewer may not know it, or if places are not final and
    the number is greater than `MOST_COUNTED`."""


UNKNOWN: Final = PastPlace(None, None)


class PastResult(NamedTuple):
    """A result as a viewer may see it. Its attempt is read with its round, deal and competition."""

    attempt: Attempt
    rank: int | None
    field: int | None
    log: str | None
    """The id of the attempt's log; None if the viewer may not see the log."""

    @property
    def percentile(self) -> float | None:
        """The percentage of the other results that are not better; None if the rank is unknown, or if there
        are no other results."""
        if self.rank is None or self.field is None or self.field < 2:
            return None
        return round(100 * (self.field - self.rank) / (self.field - 1), 2)


def past_results(attempts: Sequence[Attempt], career: Career) -> Sequence[PastResult]:
    """Return the attempts, which are some of `career.results`, each with its place and its log.

    The number of queries does not grow with the number of results.
    """
    shown = _with_viewpoints(attempts, career)
    places, logs = _places(shown), _logs(shown)
    return [PastResult(each, *places.get(each.pk, UNKNOWN), logs.get(each.pk)) for each, _ in shown]


def logs_to_watch(attempts: Sequence[Attempt], career: Career) -> Mapping[str, str]:
    """The ids of the logs that the viewer may see, keyed by the ids of their attempts. This takes fewer
    queries than `past_results`."""
    return _logs(_with_viewpoints(attempts, career))


def _with_viewpoints(attempts: Sequence[Attempt], career: Career) -> Sequence[tuple[Attempt, Viewpoint]]:
    """The attempts, each with what the viewer may see of its competition."""
    ids = {each.round.competition_id for each in attempts}
    competitions = Competition.objects.with_rounds().filter(pk__in=ids)
    seen = viewpoints(list(competitions), career.viewer, career.now)
    known_scores(seen)
    seen_at = {one.competition.pk: one for one in seen}
    return [(each, seen_at[each.round.competition_id]) for each in attempts]


def _logs(shown: Sequence[tuple[Attempt, Viewpoint]]) -> Mapping[str, str]:
    watched = [each.pk for each, one in shown if one.sees_played(each)]
    return dict(Log.objects.filter(attempt__in=watched).values_list("attempt", "pk"))


def _places(shown: Iterable[tuple[Attempt, Viewpoint]]) -> Mapping[str, PastPlace]:
    """The places of attempts, keyed by the attempts' ids, as far as the viewer may know the scores of others.

    Places that are not final are as they are now. If the competition has tie-breaks, their rank is None.
    """
    known = [(each, one) for each, one in shown if one.frozen_since is None and one.knows_scores(each.round)]
    final = {each.pk for each, one in known if one.has_final_places(each.round)}
    counted = count_scores([each for each, _ in known])
    ahead = _ahead_by_tie_breaks([each for each, _ in known if each.pk in final])
    places: dict[str, PastPlace] = {}
    for each, _ in known:
        better, field = counted[each.pk]
        if each.pk in final:
            places[each.pk] = PastPlace(better + ahead[each.pk] + 1, field)
        elif field <= MOST_COUNTED:
            places[each.pk] = PastPlace(None if each.round.competition.tie_break else better + 1, field)
    return places


def _ahead_by_tie_breaks(attempts: Iterable[Attempt]) -> Mapping[str, int]:
    """The number of attempts in the same round that have the same score, but are ahead by tie-breaks, keyed
    by the attempt's id. The number is 0 where the competition has no tie-breaks."""
    parted = [each for each in attempts if each.round.competition.tie_break]
    equal = reduce(or_, (Q(round=each.round_id, score=each.score) for each in parted), Q(pk__in=()))
    rows = Attempt.objects.counting().filter(equal)
    at_round: dict[int, list[Result]] = defaultdict(list)
    columns = ("round", "pk", "score", "won", "moves_made", "elapsed_ms", "ended_at")
    found: Iterable[tuple[Any, ...]] = rows.values_list(*columns)
    for round, *result in found:
        at_round[round].append(Result(*result))
    ahead: Counter[str] = Counter()
    for each in parted:
        tie_breaks = each.round.competition.tie_breaks
        keys = {
            result.attempt: place_key(result, lowest_wins=True, tie_breaks=tie_breaks)
            for result in at_round[each.round_id]
        }
        ahead[each.pk] = sum(key < keys[each.pk] for key in keys.values())
    return ahead
