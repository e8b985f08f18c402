"""Rounds count for ratings in the order in which their competitions were certified."""

from django.db.models import Q, QuerySet

from ..models import RatedRound


def rounds_in_order(game_slug: str) -> QuerySet[RatedRound]:
    """The rated rounds of a game, in the order in which they were certified. Of rounds certified at the same
    moment, the one with the lower key comes first."""
    return RatedRound.objects.filter(game_slug=game_slug).order_by("certified_at", "round_id")


def earlier_than(round: RatedRound) -> Q:
    """A filter for the rounds that come before this one in the order of `rounds_in_order`."""
    same_moment = Q(certified_at=round.certified_at) & Q(pk__lt=round.pk)
    return Q(certified_at__lt=round.certified_at) | same_moment
