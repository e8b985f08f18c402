"""What goes on beside the requests, in `serve` or in processes of its own: what the time brings, and jobs."""

from collections.abc import Sequence
from typing import Final

from django.conf import settings

from .accounts.second_factors import watch_second_factors
from .contests.dailies.calendar import watch_calendar
from .expiry import watch_for_expired
from .followers import watch_for_news
from .jobs.processes import this_process
from .jobs.recovery import keep_renewing
from .jobs.workers import QUEUES, USUAL, Workers
from .ledger.news import hear_other_processes
from .ledger.player_changes import watch_changes
from .outbound.notices.broadcasts import watch_broadcasts
from .outbound.notices.notice_mails import watch_mails
from .outbound.webhooks.jobs import watch_hooks
from .play.deadlines import watch_deadlines
from .proofs.history import follower as history_follower
from .proofs.receipts.keys import watch_keys
from .ratings import follower as ratings_follower
from .solving.analysis import analysis_requests
from .solving.bands import deal_search
from .solving.par import follower as par_follower

BACKLOGS: Final = (
    ratings_follower.BACKLOG,
    history_follower.BACKLOG,
    par_follower.BACKLOG,
    analysis_requests.BACKLOG,
    deal_search.BACKLOG,
)


def start_working(queues: Sequence[str] = QUEUES) -> Workers:
    """Start this process's workers. To end in order, stop them.

    A process that does the usual jobs watches the clock, too; jobs that take long can be left to other
    processes.
    """
    workers = Workers(queues, settings.WORKERS)
    workers.start()
    this_process.works(queues)
    keep_renewing()
    if USUAL in queues:
        watch_deadlines()
        watch_calendar()
        watch_changes()
        watch_for_news()
        hear_other_processes()
        watch_hooks()
        for backlog in BACKLOGS:
            backlog.watch()
        watch_broadcasts()
        watch_mails()
        watch_second_factors()
        watch_for_expired()
        watch_keys()
    return workers
