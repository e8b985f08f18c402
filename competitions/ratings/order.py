"""The order in which rounds count for ratings: that in which their competitions were certified."""

from django.db.models import Q, QuerySet

from ..models import RatedRound


def rounds_in_order(game_slug: str) -> QuerySet[RatedRound]:
    """The rounds of a game that count."""
    return RatedRound.objects.filter(game_slug=game_slug).order_by("certified_at", "round_id")


def earlier_than(round: RatedRound) -> Q:
    """The rounds before it."""
    same_moment = Q(certified_at=round.certified_at) & Q(pk__lt=round.pk)
    return Q(certified_at__lt=round.certified_at) | same_moment
