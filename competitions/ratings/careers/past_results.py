"""A player's results one by one, the newest first, each with its place among all at its round."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games import GAMES

from ...contests.dailies.places import BETTER
from ...embargo.visibility import Viewpoint, known_scores, viewpoints
from ...models import Attempt, Competition, Log, Player
from ...models.contest_orders import ContestPlace
from ...models.entries import AttemptQuerySet
from .career import Career, first_places

MOST_COUNTED: Final = 1000
"""Of an open round with more results no place is told: it costs more with every result."""


class PastResult(NamedTuple):
    """A result as a viewer may know it. Its attempt has its round with deal and competition."""

    attempt: Attempt
    rank: int | None
    """The place at the round; None where it may not be told, or is not certain, before the round closes."""
    field: int | None
    """How many have a result there."""
    log: str | None
    """The id of its log; None if the viewer may not see it."""

    @property
    def pk(self) -> str:
        return self.attempt.pk

    @property
    def ended_at(self) -> datetime | None:
        return self.attempt.ended_at

    @property
    def percentile(self) -> float | None:
        """How many per cent of the others did no better; None without others."""
        if self.rank is None or self.field is None or self.field < 2:
            return None
        return round(100 * (self.field - self.rank) / (self.field - 1), 2)


def past_results(
    career: Career, place: ContestPlace | None = None, *, backwards: bool = False, limit: int
) -> Sequence[PastResult]:
    """The results after a place, the newest first; or, backwards, those before it, the oldest first. The
    number of queries is always the same."""
    lists = [*career.looked_for, *career.filed]
    ids = first_places(lists, place, backwards=backwards, limit=limit)
    found = with_all_told(Attempt.objects.filter(pk__in=ids)).in_bulk()
    attempts = [found[each] for each in ids]
    unfiled = [each for each in attempts if not hasattr(each, "filed")]
    seen = viewpoints_on(unfiled, career.viewer, career.now)
    places = _open_places(unfiled, seen)
    logs = dict(Log.objects.filter(attempt__in=ids).values_list("attempt", "pk"))
    return [_told(each, seen, places, logs) for each in attempts]


def with_all_told(attempts: AttemptQuerySet) -> AttemptQuerySet:
    """With all that is told of a result, in the same query."""
    return attempts.select_related("round__deal", "round__competition", "filed")


def viewpoints_on(
    attempts: Sequence[Attempt], viewer: Player | None, now: datetime
) -> Mapping[str, Viewpoint]:
    """The viewer's viewpoints on the competitions of these attempts, by their ids; no more queries follow."""
    ids = {each.round.competition_id for each in attempts}
    seen = viewpoints(list(Competition.objects.with_rounds().filter(pk__in=ids)), viewer, now)
    known_scores(seen)
    return {one.competition.pk: one for one in seen}


def _told(
    attempt: Attempt,
    seen: Mapping[str, Viewpoint],
    places: Mapping[str, tuple[int | None, int | None]],
    logs: Mapping[str, str],
) -> PastResult:
    log = logs.get(attempt.pk)
    if hasattr(attempt, "filed"):
        return PastResult(attempt, attempt.filed.rank, attempt.filed.field, log)
    one = seen[attempt.round.competition_id]
    rank, field = places.get(attempt.pk, (None, None))
    return PastResult(attempt, rank, field, log if one.sees_played(attempt) else None)


def _open_places(
    attempts: Sequence[Attempt], seen: Mapping[str, Viewpoint]
) -> Mapping[str, tuple[int | None, int | None]]:
    """The rank and the field of each of these results, as far as the viewer may know the others' scores: now,
    and by the score alone. Where tie-breaks part equals, no rank is told before the close."""
    told = [each for each in attempts if _tells_places(each, seen)]
    parted = {each.pk for each in told if each.round.competition.tie_break}
    places: dict[str, tuple[int | None, int | None]] = {}
    for order, better in BETTER.items():
        ids = [each.pk for each in told if GAMES[each.round.deal.game_slug].score_order == order]
        there = Attempt.objects.counting().filter(round=OuterRef("round")).order_by()
        few = Attempt.objects.filter(~Exists(there[MOST_COUNTED : MOST_COUNTED + 1]), pk__in=ids)
        counted = few.annotate(
            before=_number_of(there.filter(**{better: OuterRef("score")})), among=_number_of(there)
        )
        for key, before, among in counted.values_list("pk", "before", "among"):
            places[key] = (None if key in parted else before + 1, among)
    return places


def _tells_places(attempt: Attempt, seen: Mapping[str, Viewpoint]) -> bool:
    one = seen[attempt.round.competition_id]
    return one.frozen_since is None and one.knows_scores(attempt.round)


def _number_of(attempts: AttemptQuerySet) -> Any:
    return Coalesce(Subquery(attempts.values("round").annotate(number=Count("pk")).values("number")), 0)
