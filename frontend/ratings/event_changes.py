"""What a contest did to a player's ratings."""

from collections.abc import Sequence
from typing import NamedTuple

from competitions.embargo.profiles import shows_profile
from competitions.models import Player, RatingChange, Round
from games import GAMES
from games.game import Game


class EventChange(NamedTuple):
    game: Game
    change: int
    """By all the rounds together."""
    rating: int
    """After the last of them."""


def changes_by(rounds: Sequence[Round], player: Player, viewer: Player | None) -> list[EventChange]:
    """What these rounds of one contest, which the viewer may know of, did to the player's ratings, game by
    game. Nothing until it is certified and they are rated, and nothing of a profile that the viewer is not
    shown. One query once it is certified."""
    if not rounds or rounds[0].competition.certified_at is None or not shows_profile(player, viewer):
        return []
    found: dict[str, EventChange] = {}
    changes = RatingChange.objects.filter(player=player, rated_round__in=[round.pk for round in rounds])
    for each in changes.order_by("rated_round"):
        before = found.get(each.game_slug)
        change = each.change + (before.change if before else 0)
        found[each.game_slug] = EventChange(GAMES[each.game_slug], change, each.rating)
    return list(found.values())
