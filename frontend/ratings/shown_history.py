"""A player's rating at a game on a page: what it is, its line over the newest rounds, and each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from competitions.models import Player, Rating
from competitions.models.ratings import PROVISIONAL_BELOW
from competitions.ratings.rating_changes import KnownChange, history_of, known_changes
from games.game import Game

from .line import RatingLine, line_through

SHOWN: Final = 100
"""The most rounds of a line, and rows of its table: the newest."""


@dataclass(frozen=True)
class RatingHistory:
    game: Game
    rating: Rating
    provisional_below: int
    """From how many rounds on a rating is not provisional."""
    changes: Sequence[KnownChange]
    """The newest first, as the viewer may know them."""
    line: RatingLine
    more: bool
    """Whether there are older ones, which are not shown."""


def rating_history(player: Player, game: Game, viewer: Player | None, now: datetime) -> RatingHistory | None:
    """The history that a page shows of the player's rating at the game; None if they have none. It is for
    viewers who are shown the player's profile, and takes a few queries, however many rounds there were."""
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
        known_changes(shown, viewer, now),
        line_through(values),
        len(newest) > SHOWN,
    )
