"""Work in the background: jobs, and watches, which are tasks that a process repeats at regular intervals.
Jobs and watches run in the processes of `serve` or in processes of their own."""

from collections.abc import Sequence
from typing import Final

from django.conf import settings

from . import followers
from .accounts.second_factors import watch_second_factors
from .contests.bot_deals import watch_bot_deals
from .contests.dailies.calendar import watch_calendar
from .contests.series import next_contests
from .expiry import watch_for_expired
from .jobs.processes import this_process
from .jobs.recovery import keep_renewing
from .jobs.workers import QUEUES, USUAL, Workers
from .ledger import player_changes
from .ledger.news import hear_other_processes
from .outbound.notices import broadcasts
from .outbound.notices.notice_mails import watch_mails
from .outbound.reminders import due_reminders
from .outbound.webhooks import jobs as webhooks
from .play.deadlines import watch_deadlines
from .proofs.history import follower as history_follower
from .proofs.receipts.keys import watch_keys
from .ratings import follower as ratings_follower
from .solving.analysis import analysis_requests
from .solving.bands import deal_search
from .solving.par import follower as par_follower

WORKS: Final = (
    followers.WORK,
    webhooks.QUICK_WORK,
    webhooks.SLOW_WORK,
    broadcasts.WORK,
    due_reminders.WORK,
    player_changes.WORK,
    ratings_follower.WORK,
    history_follower.WORK,
    par_follower.WORK,
    analysis_requests.WORK,
    deal_search.WORK,
    next_contests.WORK,
)


def start_working(queues: Sequence[str] = QUEUES) -> Workers:
    """Start the workers of this process, and return them. Before the process ends, the caller must call
    `stop`, which waits for running jobs.

    A process with the queue `default` also runs the watches. Queues of long jobs can be left to other
    processes.
    """
    workers = Workers(queues, settings.WORKERS)
    workers.start()
    this_process.works(queues)
    keep_renewing()
    if USUAL in queues:
        watch_deadlines()
        watch_calendar()
        watch_bot_deals()
        followers.watch_for_news()
        hear_other_processes()
        for work in WORKS:
            work.watch()
        webhooks.watch_retries()
        broadcasts.watch_closing()
        watch_mails()
        watch_second_factors()
        watch_for_expired()
        watch_keys()
    return workers
