"""The followers of this site, which get the events of competitions, and the job that gives them events."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django_tasks import task

from .contests.follower import CERTIFYING, CLOSING
from .contests.series import follower as series_follower
from .jobs.due_rows import DueRows
from .jobs.watches import Watch, watch
from .jobs.work import Work
from .ledger.follower import Follower
from .ledger.follower_cursors import introduce, pass_on_news
from .ledger.follower_work import LONGEST_PAUSE, work_for
from .ledger.news import call_at_news, wake_here
from .models import Competition, FollowerCursor, FollowerState
from .moderation import signs
from .outbound.notices import follower as notices_follower
from .outbound.webhooks import follower as webhooks_follower
from .play.ghosts import follower as ghosts_follower
from .proofs.history import follower as history_follower
from .ratings import follower as ratings_follower
from .solving.analysis import analysis_requests
from .solving.par import follower as par_follower

FOLLOWERS: Final[Sequence[Follower]] = (
    webhooks_follower.FOLLOWER,
    CLOSING,
    CERTIFYING,
    ratings_follower.FOLLOWER,
    signs.FOLLOWER,
    par_follower.FOLLOWER,
    analysis_requests.FOLLOWER,
    notices_follower.FOLLOWER,
    ghosts_follower.FOLLOWER,
    history_follower.FOLLOWER,
    series_follower.FOLLOWER,
)
"""The followers of this release. The first worker that knows a new follower stores the follower's state and
cursors. A migration deletes the state of a removed follower. A removed follower's name is never reused."""

LOOK_EVERY_S: Final = 5.0
"""The seconds between two searches for new events, if nothing wakes the watch earlier. Such a search also
finds each event at which a follower failed, once the pause after the failure is over."""

GATHERING_S: Final = 0.2
"""How many seconds new events are gathered before they are passed on to followers. In these seconds the
events are sent to the watchers of scoreboards. Followers run in the same interpreter, and would delay the
sending."""

REST_S: Final = 0.8
"""How many seconds the watch pauses after each search for new events, so that followers take little time from
play."""


class DueFollowers(DueRows[FollowerState]):
    """The followers of this release that have events to handle, or no cursors yet."""

    def due(self, now: datetime) -> "QuerySet[FollowerState]":
        known = self.rows.filter(name__in=[each.name for each in FOLLOWERS])
        return known.filter(Q(enrolled_at=None) | _is_behind(now))


def _is_behind(now: datetime) -> Exists:
    return Exists(FollowerCursor.objects.due(now, LONGEST_PAUSE).filter(follower=OuterRef("pk")))


@task()
def follow() -> None:
    """The job that gives followers the events that they have not got, for at most one slice of time."""
    WORK.run(lambda end: STATES.work_off(lambda state: _work_for(state, end), end, WORK.enqueue_if_due))


STATES: Final = DueFollowers(FollowerState.objects.all(), whose=("name",))

WORK: Final = Work("followers", STATES, follow)


def _work_for(state: FollowerState, end: float) -> None:
    follower = next(each for each in FOLLOWERS if each.name == state.name)
    work_for(follower, state, end)
    STATES.release(state)
    wake_here()  # The follower's work may have caused new events, so the watch looks for them at once.


def look_for_news() -> bool:
    """Pass new events on to the followers, and ask for a job that works for them. Return whether a job was
    asked for. Without new events, this takes one query."""
    news = Competition.objects.filter(has_news=True)
    states = FollowerState.objects.filter(name__in=[each.name for each in FOLLOWERS])
    found = {
        name: has_news or (behind and not waits)
        for name, has_news, behind, waits in states.values_list(
            "name", Exists(news), _is_behind(timezone.now()), Exists(WORK.waiting_jobs())
        )
    }
    if len(found) < len(FOLLOWERS):
        introduce(FOLLOWERS, found)
    elif not any(found.values()):
        return False
    while pass_on_news(FOLLOWERS):
        pass
    return WORK.enqueue_if_due()


def watch_for_news() -> Watch:
    """Start a watch that looks for new events, until the process ends. It looks regularly, and whenever this
    process hears of news."""
    news_watch = watch("news", LOOK_EVERY_S, _gather_news)
    call_at_news(news_watch.wake)
    return news_watch


def _gather_news() -> None:
    time.sleep(GATHERING_S)
    look_for_news()
    time.sleep(REST_S)
