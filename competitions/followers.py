"""The followers of this site, and the jobs that work for them."""

import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django_tasks import TaskContext, task

from .contests.follower import CERTIFYING, CLOSING
from .jobs.backlogs import open_jobs
from .jobs.watches import Lookout, watch
from .ledger.follower import Follower
from .ledger.follower_cursors import introduce, pass_on_news
from .ledger.follower_work import LONGEST_PAUSE, work_for
from .ledger.news import call_at_news, wake_here
from .models import Competition, FollowerCursor, FollowerState
from .moderation import signs
from .outbound.notices import follower as notices_follower
from .outbound.webhooks import follower as webhooks_follower
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
    history_follower.FOLLOWER,
)
"""A new one is met, and given its cursors, by the first worker that knows it. No name is given to another; of
one that goes, a migration deletes the state."""


LOOK_EVERY_S: Final = 5.0
"""How often it is looked without a hint: for news that nobody was told of, and for what is tried again."""

GATHERING_S: Final = 0.2
"""How long what happens gathers before it is passed on together. Meanwhile who watches a scoreboard is told:
followers would take the interpreter from the sending."""

REST_S: Final = 0.8
"""How long the next look waits after one, so that followers take little from what players do."""


@task(takes_context=True)
def follow(context: TaskContext, name: str) -> None:
    """Work for the follower of that name for a while."""
    follower = next((each for each in FOLLOWERS if each.name == name), None)
    if follower is not None:  # else another version asked for it
        work_for(follower, job=UUID(context.task_result.id))
        wake_here()  # for what is left


class _State(NamedTuple):
    name: str
    job: UUID | None
    enrolled_at: datetime | None
    is_due: bool
    """Whether it has something to take."""
    is_at_work: bool
    """Whether its job is still to be done; one that has failed is not."""
    there_is_news: bool
    """Whether there is news that no follower knows of yet."""

    @property
    def wants_job(self) -> bool:
        return (self.is_due or self.enrolled_at is None) and not self.is_at_work


def look_for_news(now: datetime) -> int:
    """Pass on what is news, ask for a job for each follower that has something to take and has none, and give
    how many were asked for. Several processes ask once. If nothing has happened, this costs one query."""
    states = _states(now)
    if len(states) < len(FOLLOWERS):
        introduce(FOLLOWERS, states)
        states = _states(now)
    if any(state.there_is_news for state in states.values()):
        while pass_on_news(FOLLOWERS):
            pass
        states = _states(now)
    return sum(
        _ask_for_job(follower, states[follower.name].job)
        for follower in FOLLOWERS
        if states[follower.name].wants_job
    )


def watch_for_news() -> Lookout:
    """Start to look from time to time, and whenever there is news, as long as the process lives."""
    lookout = watch("news", LOOK_EVERY_S, _look)
    call_at_news(lookout.wake)
    return lookout


def _look() -> None:
    time.sleep(GATHERING_S)
    look_for_news(timezone.now())
    time.sleep(REST_S)


def _states(now: datetime) -> Mapping[str, _State]:
    """The states of the followers that are met already, by their names."""
    due = FollowerCursor.objects.due(now, LONGEST_PAUSE).filter(follower=OuterRef("pk"))
    jobs = open_jobs().filter(pk=OuterRef("job"))
    news = Competition.objects.filter(has_news=True)
    states = FollowerState.objects.filter(name__in=[each.name for each in FOLLOWERS]).values_list(
        "name", "job", "enrolled_at", Exists(due), Exists(jobs), Exists(news)
    )
    return {row[0]: _State(*row) for row in states}


def _ask_for_job(follower: Follower, before: UUID | None) -> bool:
    """Enqueue a job for a follower whose job is done or gone; False if another process was faster."""
    with transaction.atomic():
        free = FollowerState.objects.select_for_update(skip_locked=True)
        state = free.filter(pk=follower.name, job=before).first()
        if state is None:
            return False
        state.job = UUID(follow.enqueue(follower.name).id)
        state.save(update_fields=["job"])
    return True
