"""Counts how many scores are better than an attempt's, for attempts in many rounds at once. This reads no
standings."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from operator import gt, lt
from typing import NamedTuple

from django.db.models import BinaryField, Count, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce, Substr

from ..ledger.place_keys import JOINED, SCORE_BYTES, PlaceKeys
from ..models import Attempt, Entry, PlaceCount, Round
from ..models.entries import AttemptQuerySet


class ScoreCounts(NamedTuple):
    better: int
    """The number of results in the round with a better score than the attempt."""
    results: int
    """The number of all results in the round."""


def count_scores(attempts: Collection[Attempt]) -> Mapping[str, ScoreCounts]:
    """Return the `ScoreCounts` of each attempt, keyed by its id. Results of disqualified entries are not
    counted. The attempts must have been read with their rounds, deals and competitions.

    Where the database keeps places, the stored counts are summed, so a large round costs no more than a small
    one. In other rounds, the results are counted. This takes at most four queries.
    """
    stored = [each for each in attempts if each.round.competition.has_places]
    others = [each for each in attempts if not each.round.competition.has_places]
    return {**_stored_counts(stored), **_counted(others)}


def _stored_counts(attempts: Collection[Attempt]) -> dict[str, ScoreCounts]:
    there: dict[str, list[tuple[bytes, int]]] = defaultdict(list)
    counts = PlaceCount.objects.filter(
        competition__in={each.round.competition_id for each in attempts}, key__lt=JOINED
    )
    scores = counts.values_list("competition", Substr("key", 1, SCORE_BYTES, output_field=BinaryField()))
    for competition, score, entries in scores.annotate(sum=Sum("entries")):
        there[competition].append((bytes(score), entries))
    counted: dict[str, ScoreCounts] = {}
    for each in attempts:
        keys = PlaceKeys(lowest_wins=each.round.deal.game.lowest_wins, tie_breaks=())
        mine, results = keys.of(each), there[each.round.competition_id]
        better = sum(entries for score, entries in results if score < mine)
        counted[each.pk] = ScoreCounts(better, sum(entries for _, entries in results))
    return counted


def _counted(attempts: Collection[Attempt]) -> dict[str, ScoreCounts]:
    """Count the results themselves. The database reads only an index for that, which includes disqualified
    entries. So the results of these entries, which are few, are subtracted."""
    out = _scores_out({each.round for each in attempts})
    counted: dict[str, ScoreCounts] = {}
    there = Attempt.objects.filter(round=OuterRef("round"), counts=True).order_by()
    for lowest_wins, is_better, better in (
        (True, lt, there.filter(score__lt=OuterRef("score"))),
        (False, gt, there.filter(score__gt=OuterRef("score"))),
    ):
        alike = [each.pk for each in attempts if each.round.deal.game.lowest_wins is lowest_wins]
        numbers = Attempt.objects.filter(pk__in=alike).annotate(
            better=Coalesce(_number_of(better), 0), results=Coalesce(_number_of(there), 0)
        )
        for key, round, mine, before, results in numbers.values_list(
            "pk", "round", "score", "better", "results"
        ):
            assert mine is not None  # the attempt has ended
            before -= sum(is_better(score, mine) for score in out[round])
            counted[key] = ScoreCounts(before, results - len(out[round]))
    return counted


def _scores_out(rounds: Collection[Round]) -> Mapping[int, Sequence[int]]:
    """The scores of disqualified entries, keyed by the primary key of the round."""
    scores: dict[int, list[int]] = defaultdict(list)
    competitions = {each.competition_id for each in rounds}
    entries = Entry.objects.filter(competition__in=competitions, disqualified_at__isnull=False)
    disqualified = Attempt.objects.filter(entry__in=entries, counts=True)
    for round, score in disqualified.values_list("round", "score"):
        assert score is not None  # the attempt has ended
        scores[round].append(score)
    return scores


def _number_of(attempts: AttemptQuerySet) -> Subquery:
    return Subquery(attempts.values("round").annotate(number=Count("pk")).values("number"))
