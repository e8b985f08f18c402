"""Two players side by side: the rounds for which the viewer may see a result of each player."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from games import GAMES

from ...embargo.player_results import results_shown_to
from ...models import Attempt, Player
from .career import Career


class Encounter(NamedTuple):
    """A round that both players played, and their two attempts. The first player's attempt is read with its
    round, deal and competition."""

    attempt: Attempt
    other: Attempt

    @property
    def outcome(self) -> str:
        """`win`, `loss` or `tie` for the first player. Only the scores count."""
        assert self.attempt.score is not None
        assert self.other.score is not None
        return outcome(self.attempt.round.deal.game_slug, self.attempt.score, self.other.score)


class HeadToHead(NamedTuple):
    """How often the first player's score was better than the other player's score, worse than it, and equal
    to it."""

    wins: int
    losses: int
    ties: int


@dataclass(frozen=True)
class Versus:
    career: Career
    """The career of the first player, as the viewer may see it."""
    other: Player

    @property
    def results(self) -> "QuerySet[Any]":
        """The first player's results at rounds that both played. Each is read with the other player's score,
        `against`."""
        player, viewer, now = self.other, self.career.viewer, self.career.now
        # The other player's results are looked up by entry, since there is an index for that.
        there = Attempt.objects.filter(
            round=OuterRef("round"),
            entry__player=player,
            entry__competition=OuterRef("entry__competition"),
        )
        against = Subquery(results_shown_to(there, player, viewer, now).values("score")[:1])
        return self.career.results.annotate(against=against).filter(against__isnull=False)

    def sum(self) -> HeadToHead:
        rows = self.results.values_list("round__deal__game_slug", "score", "against")
        outcomes = Counter(outcome(*row) for row in rows.order_by())
        return HeadToHead(outcomes["win"], outcomes["loss"], outcomes["tie"])

    def encounters(self, attempts: Sequence[Attempt]) -> Sequence[Encounter]:
        """Return the attempts, which are some of the `results`, each with the other player's attempt."""
        theirs = Attempt.objects.filter(
            counts=True,
            round__in=[each.round_id for each in attempts],
            entry__player=self.other,
            entry__competition__in=[each.round.competition_id for each in attempts],
        )
        at_round = {each.round_id: each for each in theirs}
        return [Encounter(each, at_round[each.round_id]) for each in attempts]


def outcome(game_slug: str, score: int, against: int) -> str:
    """`win`, `loss` or `tie` for `score` when it is compared with `against`."""
    if score == against:
        return "tie"
    return "win" if (score > against) is (GAMES[game_slug].score_order == "highest") else "loss"
