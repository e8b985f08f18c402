"""Two players side by side: the rounds at which both have a result that the viewer may know."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum

from games import GAMES

from ..embargo.told_results import reader_of, told_results
from ..models import Attempt, FiledResult, Player, Tally
from ..models.contest_orders import ContestPlace
from .career import filed_of, first_places, looked_for


class Encounter(NamedTuple):
    """A round that two have played, and each one's attempt there; the first has its round with deal and
    competition."""

    attempt: Attempt
    other: Attempt

    @property
    def pk(self) -> str:
        return self.attempt.pk

    @property
    def ended_at(self) -> datetime | None:
        return self.attempt.ended_at

    @property
    def outcome(self) -> str:
        """`win`, `loss` or `tie` for the first, by the scores alone."""
        assert self.attempt.score is not None
        assert self.other.score is not None
        return outcome(self.attempt.round.deal.game_slug, self.attempt.score, self.other.score)


class HeadToHead(NamedTuple):
    """How often the first of two had the better score, the worse, and the same."""

    wins: int
    losses: int
    ties: int


@dataclass(frozen=True)
class Versus:
    """What a viewer may know of two players' rounds in common."""

    player: Player
    other: Player
    viewer: Player | None
    now: datetime

    @cached_property
    def _all_of_them(self) -> bool:
        """Whether the viewer is one of the two: then they were in all that both have played."""
        return reader_of(self.viewer) in (self.player, self.other)

    @property
    def _looked_for(self) -> Sequence[QuerySet[Any]]:
        mine = looked_for(self.player, self.viewer, self.now, all_of_them=self._all_of_them)
        # By their entry: there is an index for it.
        there = Attempt.objects.filter(
            round=OuterRef("round"),
            entry__player=self.other,
            entry__competition=OuterRef("entry__competition"),
        )
        theirs = told_results(there, self.other, self.viewer, self.now)
        against = Subquery(theirs.values("score")[:1])
        return [results.annotate(against=against).filter(against__isnull=False) for results in mine]

    def sum(self) -> HeadToHead:
        """Over all rounds that both have played."""
        outcomes = Counter(
            outcome(*row)
            for results in self._looked_for
            for row in results.values_list("round__deal__game_slug", "score", "against")
        )
        for slug, higher, lower, same in self._filed_sums():
            outcomes[outcome(slug, 1, 0)] += higher
            outcomes[outcome(slug, 0, 1)] += lower
            outcomes["tie"] += same
        return HeadToHead(outcomes["win"], outcomes["loss"], outcomes["tie"])

    @cached_property
    def _other_has_fewer(self) -> bool:
        """Whether the other has fewer filed results: then these are gone through, and not the player's."""
        of_both = Tally.objects.filter(player__in=(self.player, self.other))
        number: dict[str, int] = dict(of_both.values_list("player").annotate(Sum("times")))
        return number.get(self.other.pk, 0) < number.get(self.player.pk, 0)

    def _filed_sums(self) -> Sequence[tuple[str, int, int, int]]:
        """By game, how many filed scores of the player are higher than the other's, lower, and the same."""
        if not self._other_has_fewer:
            filed = _filed(self.player, self.other, all_of_them=self._all_of_them)
            return [row for rows in filed for row in _higher_lower_same(rows)]
        filed = _filed(self.other, self.player, all_of_them=self._all_of_them)
        counted = [row for rows in filed for row in _higher_lower_same(rows)]
        return [(slug, lower, higher, same) for slug, higher, lower, same in counted]

    @property
    def _filed_in_order(self) -> Sequence[QuerySet[FiledResult]]:
        """The player's filed results at rounds where the other has one."""
        if not self._other_has_fewer:
            return _filed(self.player, self.other, all_of_them=self._all_of_them)
        filed = _filed(self.other, self.player, all_of_them=self._all_of_them)
        return [FiledResult.objects.filter(attempt__in=rows.values("attempt_against")) for rows in filed]

    def encounters(
        self, place: ContestPlace | None = None, *, backwards: bool = False, limit: int
    ) -> Sequence[Encounter]:
        """The rounds after a place, those first that the first player has ended last; or, backwards, those
        before it."""
        lists = [*self._looked_for, *self._filed_in_order]
        ids = first_places(lists, place, backwards=backwards, limit=limit)
        mine = Attempt.objects.select_related("round__deal", "round__competition").in_bulk(ids)
        theirs = Attempt.objects.filter(
            counts=True,
            round__in=[each.round_id for each in mine.values()],
            entry__player=self.other,
            entry__competition__in=[each.round.competition_id for each in mine.values()],
        )
        at_round = {each.round_id: each for each in theirs}
        return [Encounter(mine[each], at_round[mine[each].round_id]) for each in ids]


def _filed(player: Player, other: Player, *, all_of_them: bool) -> Sequence[QuerySet[Any]]:
    """The player's filed results at rounds where the other has one, with that one's score and attempt."""
    there = "filed_round__results"
    return [
        rows.filter(**{f"{there}__player": other}).annotate(
            against=F(f"{there}__score"), attempt_against=F(f"{there}__attempt")
        )
        for rows in filed_of(player, all_of_them=all_of_them)
    ]


def outcome(game_slug: str, score: int, against: int) -> str:
    """`win`, `loss` or `tie` for a score against another."""
    if score == against:
        return "tie"
    return "win" if (score > against) is (GAMES[game_slug].score_order == "highest") else "loss"


def _higher_lower_same(rows: QuerySet[FiledResult]) -> list[tuple[str, int, int, int]]:
    """By game, how many of these scores are higher than what they stand against, lower, and the same."""
    counted = rows.order_by().values_list("game_slug")
    return list(
        counted.annotate(
            higher=Count("pk", filter=Q(score__gt=F("against"))),
            lower=Count("pk", filter=Q(score__lt=F("against"))),
            same=Count("pk", filter=Q(score=F("against"))),
        )
    )
