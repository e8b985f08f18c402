"""The rating changes that a contest made."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from competitions.embargo.profiles import shows_profile
from competitions.models import Player, RatingChange, Round
from games import GAMES
from games.game import Game


class EventChange(NamedTuple):
    game: Game
    change: int
    """The sum of the rating's changes in the rounds that `changes_by` was called with."""
    rating: int
    """The rating after the last of these rounds."""


def changes_by(
    rounds: Sequence[Round], players: Collection[str], viewer: Player | None
) -> Mapping[str, Sequence[EventChange]]:
    """The rating changes from these rounds of one contest, by player id, with one change for each game.
    Players whose profile the viewer may not see are left out. Empty before the rounds are rated. One query
    if the contest is certified, otherwise none."""
    if not rounds or rounds[0].competition.certified_at is None or not players:
        return {}
    found: dict[str, dict[str, EventChange]] = {}
    changes = RatingChange.objects.filter(player__in=players, rated_round__in=[round.pk for round in rounds])
    for each in changes.order_by("rated_round").select_related("player"):
        if shows_profile(each.player, viewer):
            games = found.setdefault(each.player_id, {})
            before = games.get(each.game_slug)
            change = each.change + (before.change if before else 0)
            games[each.game_slug] = EventChange(GAMES[each.game_slug], change, each.rating)
    return {player: list(games.values()) for player, games in found.items()}
