"""Finding a deal that others have played and that the player does not know."""

from datetime import datetime
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet

from ...embargo.visibility import viewpoint
from ...models import Attempt, OfferedDeal, Player, SeenDeal, Turnout
from ...models.offered_deals import random_spot

TRIED: Final = 3
"""How many deals are read at a time. Nearly always the first one is dealt. The others are for the case that
the first one's competition was cancelled a moment ago, for example."""


def find_offered_deal(*, player: Player | None, game: str | None, now: datetime) -> OfferedDeal | None:
    """Find a deal of a closed round that the player has neither played nor seen; None if there is none.

    Deals that at least twenty people have played come first, then deals that at least twenty players, bots
    included, have played, then all others. Each deal has a random number, its `spot`. The search begins at a
    random number and reads only the first deals from there on, so its cost does not grow with the number of
    deals. `game` is the slug of the wanted game.
    """
    deals = _unknown_to(player)
    if game is not None:
        deals = deals.filter(game_slug=game)
    start = random_spot()
    for turnout in Turnout:
        of_turnout = deals.filter(turnout=turnout)
        for part in (of_turnout.filter(spot__gte=start), of_turnout.filter(spot__lt=start)):
            for deal in part.order_by("spot")[:TRIED]:
                if viewpoint(deal.round.competition, player, now).deals_to_anyone(deal.round):
                    return deal
    return None


def _unknown_to(player: Player | None) -> QuerySet[OfferedDeal]:
    deals = OfferedDeal.objects.select_related("round__competition", "round__deal")
    if player is None:
        return deals
    seen = SeenDeal.objects.filter(player=player, round=OuterRef("round"))
    # Seeds are compared, since two rounds may have dealt the same cards. The player's attempts are looked up
    # by entry, since a round may have thousands of attempts.
    played = Attempt.objects.filter(
        entry__player=player,
        entry__competition=F("round__competition"),
        round__deal__seed=OuterRef("round__deal__seed"),
        round__deal__game_slug=OuterRef("game_slug"),
    )
    return deals.filter(~Exists(seen), ~Exists(played))
