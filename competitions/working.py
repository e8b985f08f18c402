"""What goes on beside the requests, in `serve` or in processes of its own: what the time brings, and jobs."""

from collections.abc import Sequence
from typing import Final

from django.conf import settings

from .accounts.second_factors import watch_second_factors
from .analysis import wanted
from .bands import seeking
from .careers import noting
from .dailies.calendar import watch_calendar
from .followers import watch_for_news
from .history import certified_rounds
from .hooks.watching import watch_hooks
from .jobs.processes import this_process
from .jobs.recovery import keep_renewing
from .jobs.workers import QUEUES, USUAL, Workers
from .notices.broadcasts import watch_broadcasts
from .notices.mailing import watch_mails
from .par import closed_rounds
from .playing.deadlines import watch_deadlines
from .rating import asking
from .receipts.keys import watch_keys
from .recording.news import hear_other_processes
from .recording.players import watch_changes
from .sweeping import watch_for_expired

BACKLOGS: Final = (
    asking.BACKLOG,
    certified_rounds.BACKLOG,
    noting.BACKLOG,
    closed_rounds.BACKLOG,
    wanted.BACKLOG,
    seeking.BACKLOG,
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
