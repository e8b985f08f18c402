"""How hard the deals of rated rounds were.

The difficulty of a round is computed from the ratings before the round, whenever the round is rated. When the
results that count change, the round is rated again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from ..embargo.visibility import Viewpoint
from ..models import RatedRound
from .expected_scores import Expectation, expected_scores


class DealDifficulty(NamedTuple):
    players: int
    """The number of players from whose results the difficulty was computed."""
    expected: Sequence[Expectation]
    """The score to expect from a player, for each of several ratings. The lowest rating comes first."""

    @property
    def stored(self) -> dict[str, Any]:
        return {"players": self.players, "expected": [list(each) for each in self.expected]}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        return cls(stored["players"], [Expectation(*each) for each in stored["expected"]])

    def at(self, rating: int) -> Expectation:
        """The one of `expected` whose rating is nearest to `rating`."""
        return min(self.expected, key=lambda each: abs(each.rating - rating))


def difficulty_of(results: Sequence[tuple[int, int]], *, highest_wins: bool) -> DealDifficulty | None:
    """The difficulty of a round; None if there are too few players. `results` are pairs of a player's rating
    before the round and the player's score."""
    expected = expected_scores(results, highest_wins=highest_wins)
    return DealDifficulty(len(results), expected) if expected else None


def shown_difficulties(seen: Sequence[Viewpoint]) -> Mapping[int, DealDifficulty]:
    """The difficulties that the viewer of `seen` may know, keyed by the primary key of the round. If any of
    the competitions is certified, this takes one query, otherwise none."""
    certified = {one.competition.pk: one for one in seen if one.competition.certified_at is not None}
    if not certified:
        return {}
    rated = RatedRound.objects.filter(round__competition__in=list(certified))
    found = dict(rated.values_list("round", "difficulty"))
    return {
        round.pk: DealDifficulty.read(stored)
        for one in certified.values()
        for round in one.competition.rounds_in_order
        if (stored := found.get(round.pk)) is not None and one.tells_difficulty(round)
    }
