"""Which games are analysed: the games of small contests, and games that somebody requests.

The networks from which players ask take turns. Therefore a network with many players does not slow down
others.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django_tasks import task

from ...jobs.askers import askers
from ...jobs.work import Work
from ...jobs.workers import SOLVING
from ...ledger.follower import EventRow, Follower
from ...models import AnalysedLog, Log
from ...refusals import Refusal
from ..par.follower import rounds_to_solve
from ..par.separate_process import one_at_a_time
from .analyse_games import LOGS, MOST_PLAYERS, analyse_due

MOST_WAITING: Final = 60
"""The greatest number of analyses that one network may have waiting. It is enough for the games of a
class."""

RETRY_S: Final = 30
"""The seconds after which a network with too many waiting analyses may ask again."""


def ask_for_analysis(log: Log, *, network: str, now: datetime) -> None:
    """Have a log analysed in this network's turn. However often it is requested, it is analysed only once.

    Raises `rate_limited` if the network has too many analyses waiting.
    """
    asker, *before = askers(f"network {network}", asks_for="analyses")
    if AnalysedLog.objects.filter(due=True, asker__in=[asker, *before]).count() >= MOST_WAITING:
        if AnalysedLog.objects.filter(log=log).exists():
            return  # the log was requested before
        raise Refusal(
            "rate_limited",
            _("Your network already has too many analyses waiting. Try again later."),
            retry_after=RETRY_S,
        )
    AnalysedLog.objects.bulk_create([AnalysedLog(log=log, asker=asker, asked_at=now)], ignore_conflicts=True)
    # If until now only the site has requested this analysis, it counts as this network's request from now on.
    AnalysedLog.objects.filter(log=log, due=True, asked_at=None).update(asker=asker, asked_at=now)
    WORK.ask()


def request_small_contests(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """When rounds of a small contest are closed for everyone, have all their games that count analysed."""
    rounds = rounds_to_solve(competition_id, rows, now)
    if not rounds or rounds[0].competition.entrants > MOST_PLAYERS:
        return
    asker, *_ = askers(f"organiser {rounds[0].competition.organiser_id}", asks_for="analyses")
    logs = Log.objects.counting().filter(round__in=rounds)
    AnalysedLog.objects.bulk_create(
        [AnalysedLog(log_id=pk, asker=asker) for pk in logs.values_list("pk", flat=True)],
        ignore_conflicts=True,
    )
    WORK.ask()


FOLLOWER: Final = Follower(
    "analyses", request_small_contests, of=Q(bot_deal=None), acts_alone=True, begins_now=True
)
"""The follower that requests analyses. It begins with new events, so games of rounds that closed before it
was added are analysed only on request. Games in contests of the site's own bots are analysed only on request,
too."""


@task(queue_name=SOLVING)
def find_analyses() -> None:
    """Analyse due games, during one slice of time."""
    WORK.run(one_at_a_time(analyse_due))


WORK: Final = Work("analyses", LOGS, find_analyses)
