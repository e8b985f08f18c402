"""How far behind each follower is."""

from typing import NamedTuple

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from ..models import FollowerCursor, FollowerFailure
from .follower import Follower
from .follower_cursors import followed_by


class Lag(NamedTuple):
    """How far a follower is behind the ledger."""

    events: int
    """How many events it has not taken yet, in all its competitions."""
    competitions: int
    """In how many competitions."""
    failing: int
    """In how many of them it failed at the next event, and will try it again."""
    set_aside: int
    """How many events were set aside after too many failures."""


def lag_of(follower: Follower) -> Lag:
    """How far the follower is behind now. Two queries, over all its competitions."""
    cursor = FollowerCursor.objects.filter(follower=follower.name, competition=OuterRef("pk"))
    competitions = followed_by(follower).annotate(
        missing=F("events") - Coalesce(Subquery(cursor.values("taken")), 0),
        tries=Subquery(cursor.values("tries")),
    )
    found = competitions.filter(missing__gt=0).aggregate(
        events=Coalesce(Sum("missing"), 0),
        competitions=Count("pk"),
        failing=Count("pk", filter=Q(tries__gt=0)),
    )
    set_aside = FollowerFailure.objects.filter(follower=follower.name).count()
    return Lag(found["events"], found["competitions"], found["failing"], set_aside)
