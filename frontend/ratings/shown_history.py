"""A player's rating at a game: its value, a line of recent rounds, and each change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from competitions.models import Player, Rating
from competitions.models.ratings import PROVISIONAL_BELOW
from competitions.ratings.rating_changes import ShownChange, history_of, shown_changes
from games.game import Game

from .line import RatingLine, line_through

SHOWN: Final = 100
"""The line and the table show at most this many of the newest rounds."""


@dataclass(frozen=True)
class RatingHistory:
    game: Game
    rating: Rating
    provisional_below: int
    """The number of rounds below which a rating is provisional."""
    changes: Sequence[ShownChange]
    """The changes, newest first, as far as the viewer may know them."""
    line: RatingLine
    more: bool
    """Whether older changes exist."""


def rating_history(player: Player, game: Game, viewer: Player | None, now: datetime) -> RatingHistory | None:
    """The history of the player's rating at the game; None if there is no rating. Call it only for viewers
    who may see the profile. A few queries, whatever the number of rounds."""
    rating = Rating.objects.filter(player=player, game_slug=game.slug).first()
    newest = list(history_of(player, game.slug).order_by("-certified_at", "-rated_round")[: SHOWN + 1])
    if rating is None or not newest:
        return None
    shown = newest[:SHOWN]
    values = [shown[-1].rating - shown[-1].change, *(change.rating for change in reversed(shown))]
    return RatingHistory(
        game,
        rating,
        PROVISIONAL_BELOW,
        shown_changes(shown, viewer, now),
        line_through(values),
        len(newest) > SHOWN,
    )
