"""The cursors of followers. A cursor of a follower in a competition holds the numbers of two events: `taken`
is the last event that the follower has handled, `until` the last event that was passed on to the follower.

A competition with events that its followers have not got yet is marked as having news. One transaction clears
the mark, and writes the number of the competition's last event into `until` of all its followers' cursors.
After that transaction, the cursors alone show which events a follower still has to handle: the events after
`taken`, up to `until`.
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
"""How many competitions are locked at once."""


def followed_by(follower: Follower) -> QuerySet[Competition]:
    """The competitions that a follower follows."""
    every = Competition.objects.order_by()
    return every if follower.of is None else every.filter(follower.of)


def introduce(followers: Sequence[Follower], met: Container[str]) -> None:
    """Store the followers that are not stored yet; `met` has the names of those that are. From now on, every
    process moves the cursors of these followers, too."""
    new = [each for each in followers if each.name not in met]
    if new:
        rows = [FollowerState(name=each.name, skips=each.begins_now) for each in new]
        FollowerState.objects.bulk_create(rows, ignore_conflicts=True)


def enrol(follower: Follower, now: datetime) -> None:
    """Create a follower's cursors in the competitions that are older than the follower, in short
    transactions. A follower that `begins_now` skips the events that exist already."""
    mine = FollowerCursor.objects.filter(follower=follower.name, competition=OuterRef("pk"))
    every = Competition.objects.order_by() if follower.begins_now else followed_by(follower)
    without = every.exclude(Exists(mine))
    while ids := list(without.values_list("pk", flat=True)[:AT_A_TIME]):
        with transaction.atomic():
            # The competitions are locked. `take_news` skips locked ones, so no other process writes these
            # cursors meanwhile.
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
    """Take some competitions that are marked because they have new events, and clear the marks. Write each
    competition's number of events into its followers' cursors. Return whether more competitions may be
    marked.

    Another release of the service may have stored followers that are not among `followers`. Their cursors are
    written, too.
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
    """Move the cursors of `acts_alone` followers (`names`) past news that has no events for these
    followers, so that such news needs no job. Most news is of this kind. A cursor with older events left to
    take is not moved."""
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
