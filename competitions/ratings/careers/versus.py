"""Two players side by side: the rounds at which both have a result that the viewer may know.

Of filed results the newest of whoever has fewer are gone through: it costs the same however many there are.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum

from games import GAMES

from ...embargo.player_results import reader_of, results_shown_to
from ...models import Attempt, FiledResult, Player, Tally
from ...models.contest_orders import ContestPlace
from .career import filed_of, first_places, looked_for

MOST_COMPARED: Final = 5000
"""How many filed results are gone through, the newest: those of almost three years, where somebody plays all
dailies. Of those that not everyone may know of there may be as many besides."""


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
        theirs = results_shown_to(there, self.other, self.viewer, self.now)
        against = Subquery(theirs.values("score")[:1])
        return [results.annotate(against=against).filter(against__isnull=False) for results in mine]

    def sum(self) -> HeadToHead:
        """Over the rounds that both have played."""
        outcomes = Counter(
            outcome(*row)
            for results in self._looked_for
            for row in results.values_list("round__deal__game_slug", "score", "against")
        )
        for slug, score, against, times in self._filed_scores():
            outcomes[outcome(slug, score, against)] += times
        return HeadToHead(outcomes["win"], outcomes["loss"], outcomes["tie"])

    @property
    def is_of_all(self) -> bool:
        """Whether all is looked at that both have played, however long ago."""
        return min(self._numbers) <= MOST_COMPARED

    @cached_property
    def _numbers(self) -> tuple[int, int]:
        """How many filed results each of the two has."""
        of_both = Tally.objects.filter(player__in=(self.player, self.other))
        number: dict[str, int] = dict(of_both.values_list("player").annotate(Sum("times")))
        return number.get(self.player.pk, 0), number.get(self.other.pk, 0)

    @property
    def _other_has_fewer(self) -> bool:
        """Whether the other has fewer filed results: then these are gone through, and not the player's."""
        mine, theirs = self._numbers
        return theirs < mine

    @property
    def _filed(self) -> Sequence[QuerySet[Any]]:
        """Of the newest filed results of whoever has fewer those at rounds where the other has one, with that
        one's score and attempt."""
        one, other = (self.other, self.player) if self._other_has_fewer else (self.player, self.other)
        there = FiledResult.objects.filter(filed_round=OuterRef("filed_round"), player=other)
        both = FiledResult.objects.annotate(
            against=Subquery(there.values("score")), attempt_against=Subquery(there.values("attempt"))
        ).filter(against__isnull=False)
        newest = (
            rows.order_by("-ended_at", "-attempt") for rows in filed_of(one, all_of_them=self._all_of_them)
        )
        return [both.filter(attempt__in=rows.values("attempt")[:MOST_COMPARED]) for rows in newest]

    def _filed_scores(self) -> Sequence[tuple[str, int, int, int]]:
        """By game, filed scores of the player with the other's there, and how often these came together."""
        scores = ("against", "score") if self._other_has_fewer else ("score", "against")
        return [
            row
            for rows in self._filed
            for row in rows.order_by().values_list("game_slug", *scores).annotate(Count("pk"))
        ]

    @property
    def _filed_in_order(self) -> Sequence[QuerySet[FiledResult]]:
        """The player's filed results at rounds where the other has one."""
        if not self._other_has_fewer:
            return self._filed
        theirs = (rows.values("attempt_against") for rows in self._filed)
        return [FiledResult.objects.filter(attempt__in=attempts) for attempts in theirs]

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


def outcome(game_slug: str, score: int, against: int) -> str:
    """`win`, `loss` or `tie` for a score against another."""
    if score == against:
        return "tie"
    return "win" if (score > against) is (GAMES[game_slug].score_order == "highest") else "loss"
