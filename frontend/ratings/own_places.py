"""The viewer's place in a game's leaderboard, or why they have none."""

from datetime import datetime
from typing import NamedTuple

from competitions.models import Player, Profile, Rating
from competitions.models.ratings import PROVISIONAL_BELOW
from competitions.ratings.leaderboard import RankedRating, leader_of


class OwnPlace(NamedTuple):
    rating: Rating
    leader: RankedRating | None
    """The viewer's row in the leaderboard; None if the viewer is not listed."""
    rounds_left: int
    """How many more rounds the viewer must play until the rating is no longer provisional; 0 if it is not
    provisional."""
    hides: bool
    """Whether the viewer's profile is private. If so, leaderboards do not list the viewer."""


def own_place(player: Player, game_slug: str, now: datetime) -> OwnPlace | None:
    """The viewer's place; None if the viewer has no rating at the game."""
    rating = Rating.objects.filter(player=player, game_slug=game_slug).first()
    if rating is None:
        return None
    left = max(0, PROVISIONAL_BELOW - rating.rounds)
    leader = None if left else leader_of(player, game_slug, now)
    return OwnPlace(rating, leader, left, player.profile == Profile.PRIVATE)
