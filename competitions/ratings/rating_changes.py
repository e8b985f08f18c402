"""The changes of a player's rating, each with its round, as far as the viewer may know that round."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from ..embargo.visibility import viewpoints
from ..models import Competition, Player, RatingChange, Round


class ShownChange(NamedTuple):
    """A change of a rating, as one viewer sees it."""

    change: RatingChange
    round: Round | None
    """The round of the change; None if the viewer may not know its competition."""

    @property
    def rank(self) -> int | None:
        return None if self.round is None else self.change.rank

    @property
    def field(self) -> int | None:
        return None if self.round is None else self.change.field


def history_of(player: Player, game_slug: str) -> QuerySet[RatingChange]:
    """The changes of the player's rating at a game, with their rounds."""
    return RatingChange.objects.filter(player=player, game_slug=game_slug).select_related(
        "rated_round__round"
    )


def shown_changes(changes: Sequence[RatingChange], viewer: Player | None, now: datetime) -> list[ShownChange]:
    """The changes as the viewer sees them, in the same order. If the viewer may not know a competition, the
    round and the place in it are hidden. This takes a few queries, however many changes there are."""
    ids = {change.rated_round.round.competition_id for change in changes}
    competitions = Competition.objects.with_rounds().filter(pk__in=ids)
    rounds = {
        round.pk: round
        for seen in viewpoints(list(competitions), viewer, now)
        if seen.is_led_to_it
        for round in seen.competition.rounds_in_order
    }
    return [ShownChange(change, rounds.get(change.rated_round_id)) for change in changes]
