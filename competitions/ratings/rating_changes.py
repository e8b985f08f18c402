"""How a player's rating at a game came about, as far as a viewer may know which rounds these were."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from ..embargo.visibility import viewpoints
from ..models import Competition, Player, RatingChange, Round


class KnownChange(NamedTuple):
    """A change of a rating, as one viewer may know it."""

    change: RatingChange
    round: Round | None
    """None if the viewer is not led to its competition."""

    @property
    def rank(self) -> int | None:
        return None if self.round is None else self.change.rank

    @property
    def field(self) -> int | None:
        return None if self.round is None else self.change.field


def history_of(player: Player, game_slug: str) -> QuerySet[RatingChange]:
    """The changes of the player's rating at a game, and the round of each."""
    return RatingChange.objects.filter(player=player, game_slug=game_slug).select_related(
        "rated_round__round"
    )


def known_changes(changes: Sequence[RatingChange], viewer: Player | None, now: datetime) -> list[KnownChange]:
    """The changes, in their order, as the viewer may know them: of a competition that they are not led to
    neither which it was nor the place in it. A few queries, however many they are."""
    ids = {change.rated_round.round.competition_id for change in changes}
    competitions = Competition.objects.with_rounds().filter(pk__in=ids)
    rounds = {
        round.pk: round
        for seen in viewpoints(list(competitions), viewer, now)
        if seen.is_led_to_it
        for round in seen.competition.rounds_in_order
    }
    return [KnownChange(change, rounds.get(change.rated_round_id)) for change in changes]
