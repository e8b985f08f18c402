"""Rating once more what a decision about a player has changed."""

from django.db import transaction

from games import GAMES

from ..models import Player, Round
from .follower import BACKLOG
from .order import rounds_in_order
from .rated_rounds import note_rounds, rate_from


def rate_again(*, player: Player) -> None:
    """Let the ratings be as if the player's results had always counted as they do now: a job rates their
    rounds again, and all that were certified after the first of these at its game.

    To be called whenever results of theirs begin or cease to count in certified competitions, as with a ban
    or its end, after they or their entries are written and in the same transaction. To call it twice changes
    nothing more. It takes a few statements, however much they have played.
    """
    rated = {"competition__entries__player": player, "competition__entries__rated": True}
    with transaction.atomic():
        again = [*note_rounds(Round.objects.filter(**rated))]
        for slug in GAMES:
            theirs = rounds_in_order(slug).filter(**{f"round__{key}": value for key, value in rated.items()})
            again += theirs[:1]
        rate_from(again)
    BACKLOG.ask()
