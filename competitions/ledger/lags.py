"""How many events each follower has not taken yet."""

from typing import NamedTuple

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from ..models import FollowerCursor, FollowerFailure
from .follower import Follower
from .follower_cursors import followed_by


class Lag(NamedTuple):
    """The events that a follower has not taken, and its failures."""

    events: int
    """The number of events that the follower has not taken yet, in all its competitions."""
    competitions: int
    """The number of competitions with events that the follower has not taken yet."""
    failing: int
    """The number of competitions in which the follower failed at the next event. It will try that event
    again."""
    set_aside: int
    """The number of events that were set aside after too many failures."""


def events_behind() -> dict[str, int]:
    """The number of events that were passed on to a follower but not taken yet, keyed by the follower's name.
    Followers that are not behind are left out. One query, which reads only cursors that are behind."""
    behind = FollowerCursor.objects.behind().values_list("follower")
    return dict(behind.annotate(events=Sum(F("until") - F("taken"))).order_by())


def lag_of(follower: Follower) -> Lag:
    """The present lag of a follower. Two queries, over all its competitions."""
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
