"""The cursors of the followers: made for what is there, and moved on when there is news.

With the news of a competition goes its number of events to the cursors of all who follow it, in one
transaction: so what a cursor has to take is found without a look at the competitions that are there.
"""

from collections.abc import Container, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from ..models import Act, Attempt, Competition, FollowerCursor, FollowerState, StateChange
from .event_rows import LATE
from .follower import Follower
from .news import take_news

AT_A_TIME: Final = 100
"""Of how many competitions the rows are locked at once."""


def followed_by(follower: Follower) -> QuerySet[Competition]:
    """The competitions that a follower follows."""
    every = Competition.objects.order_by()
    return every if follower.of is None else every.filter(follower.of)


def introduce(followers: Sequence[Follower], met: Container[str]) -> None:
    """Write down those who were not `met` before: from now on every process passes news on to them."""
    new = [each for each in followers if each.name not in met]
    if new:
        rows = [FollowerState(name=each.name, skips=each.begins_now) for each in new]
        FollowerState.objects.bulk_create(rows, ignore_conflicts=True)


def enrol(follower: Follower, now: datetime) -> None:
    """Give a follower its cursors in the competitions that were there before it, in short transactions. Who
    begins now has taken all that happened in them."""
    mine = FollowerCursor.objects.filter(follower=follower.name, competition=OuterRef("pk"))
    every = Competition.objects.order_by() if follower.begins_now else followed_by(follower)
    without = every.exclude(Exists(mine))
    while ids := list(without.values_list("pk", flat=True)[:AT_A_TIME]):
        with transaction.atomic():
            # Locked, so that no news of them is taken meanwhile.
            held = Competition.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids)
            cursors = [
                FollowerCursor(
                    follower_id=follower.name,
                    competition_id=pk,
                    taken=events if follower.begins_now else 0,
                    until=events,
                )
                for pk, events in held.order_by("pk").values_list("pk", "events")
            ]
            FollowerCursor.objects.bulk_create(cursors, ignore_conflicts=True)
    FollowerState.objects.filter(pk=follower.name).update(enrolled_at=now, skips=False)


def pass_on_news(followers: Sequence[Follower]) -> bool:
    """Move the cursors of followers on for some competitions with news; say whether there may be more.

    Cursors of followers that this process does not know, because it runs another version, are moved too.
    """
    known = {each.name: each for each in followers}
    with transaction.atomic():
        competitions = take_news(AT_A_TIME)
        _pass_by([each.name for each in followers if each.acts_alone], competitions)
        cursors: list[FollowerCursor] = []
        for state in FollowerState.objects.order_by("pk"):
            theirs = _followed(known.get(state.name), competitions)
            cursors += [
                FollowerCursor(
                    follower=state,
                    competition=each,
                    taken=each.events if state.skips else 0,
                    until=each.events,
                )
                for each in theirs
            ]
        FollowerCursor.objects.bulk_create(
            cursors,
            update_conflicts=True,
            unique_fields=["competition", "follower"],
            update_fields=["until"],
        )
    return len(competitions) == AT_A_TIME


def _pass_by(names: Sequence[str], competitions: Sequence[Competition]) -> None:
    """Move the cursors of followers who are given acts alone past news in which there is none: most of what
    happens is played, and they need no job for it. Those that have something to take keep their place."""
    of_cursor: dict[str, Any] = {"competition": OuterRef("competition"), "event__gt": OuterRef("until")}
    acts, states = Act.objects.filter(**of_cursor), StateChange.objects.filter(**of_cursor)
    attempts = Attempt.objects.filter(round__competition=OuterRef("competition"), event__gt=OuterRef("until"))
    events = Subquery(Competition.objects.filter(pk=OuterRef("competition")).order_by().values("events"))
    FollowerCursor.objects.filter(
        ~Exists(acts),
        ~Exists(states),
        ~Exists(attempts.filter(LATE)),
        follower__in=names,
        competition__in=competitions,
        taken=F("until"),
    ).update(taken=events, until=events)


def _followed(follower: Follower | None, competitions: Sequence[Competition]) -> Sequence[Competition]:
    if follower is None or follower.of is None:
        return competitions
    ids = set(
        followed_by(follower).filter(pk__in=[each.pk for each in competitions]).values_list("pk", flat=True)
    )
    return [each for each in competitions if each.pk in ids]
