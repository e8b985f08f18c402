"""Rating rounds again after a decision about a player, such as a ban."""

from django.db import transaction

from games import GAMES

from ..models import Player, Round
from .follower import WORK
from .order import rounds_in_order
from .rated_rounds import add_rated_rounds, rate_from


def rate_again(*, player: Player) -> None:
    """Have a job rate the player's rounds again, and all later rounds of the same games.

    Afterwards, ratings are as if the player's results had always counted as they do now. Call this when the
    player's results begin or cease to count in certified competitions, for example by a ban or by its end.
    Call this function in the same transaction, after the player or the entries are saved. A second call
    changes no rating. Each call takes a few statements, however many rounds the player has.
    """
    rated = {"competition__entries__player": player, "competition__entries__rated": True}
    with transaction.atomic():
        again = [*add_rated_rounds(Round.objects.filter(**rated))]
        for slug in GAMES:
            theirs = rounds_in_order(slug).filter(**{f"round__{key}": value for key, value in rated.items()})
            again += theirs[:1]
        rate_from(again)
    WORK.ask()
