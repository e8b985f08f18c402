"""Players new to a game see the page of the round, which deals no card yet, before they use up the only
attempt that they have left."""

from typing import Final

from django.http import HttpRequest

from competitions.models import Attempt, Player
from competitions.play.own_rounds import OwnRound
from games.game import Game

PRACTISED: Final = "practised"
"""The cookie in which the practice page notes the games that were played to the end in this browser: their
slugs, joined by dots."""


def is_newcomer(request: HttpRequest, own: OwnRound, player: Player | None) -> bool:
    """Whether the player has one attempt left at this open round and has never ended a game of this kind, not
    even in practice in this browser.

    At most one query.
    """
    if own.state != "open" or own.running is not None or own.left != 1:
        return False
    return not _has_ended(request, own.round.deal.game, player)


def _has_ended(request: HttpRequest, game: Game, player: Player | None) -> bool:
    if game.slug in request.COOKIES.get(PRACTISED, "").split("."):
        return True
    if player is None:
        return False
    ended = Attempt.objects.filter(player=player, ended_at__isnull=False)
    return ended.filter(round__deal__game_slug=game.slug).exists()
