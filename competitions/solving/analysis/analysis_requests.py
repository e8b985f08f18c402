"""Which games are analysed: those of small contests, and those that somebody asks for.

Networks take turns, whoever asks there: so nobody keeps other networks waiting by asking as many players.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django_tasks import task

from ...jobs.askers import askers
from ...jobs.backlogs import Backlog
from ...jobs.workers import SOLVING
from ...ledger.follower import EventRow, Follower
from ...models import AnalysedLog, Log
from ...refusals import Refusal
from ..par.follower import rounds_to_solve
from ..par.separate_process import one_at_a_time
from .analyse_games import MOST_PLAYERS, analyse_due

MOST_WAITING: Final = 60
"""How many analyses may wait that were asked for from one network: one for each in a class."""

RETRY_S: Final = 30
"""After how many seconds a network that has so many may ask again."""


def ask_for_analysis(log: Log, *, network: str, now: datetime) -> None:
    """Let a log be analysed in this network's turn: once, however often and by whomever that is asked for.

    Raises `rate_limited` if too many analyses wait that this network has asked for.
    """
    asker, *before = askers(f"network {network}", asks_for="analyses")
    if AnalysedLog.objects.filter(due=True, asker__in=[asker, *before]).count() >= MOST_WAITING:
        if AnalysedLog.objects.filter(log=log).exists():
            return  # it waits in somebody's turn already
        raise Refusal(
            "rate_limited",
            "Your network already has too many analyses waiting. Try again later.",
            retry_after=RETRY_S,
        )
    AnalysedLog.objects.bulk_create([AnalysedLog(log=log, asker=asker, asked_at=now)], ignore_conflicts=True)
    # What only the site wanted so far waits in somebody's turn now.
    AnalysedLog.objects.filter(log=log, due=True, asked_at=None).update(asker=asker, asked_at=now)
    BACKLOG.ask()


def note_small(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Let all games of a small contest that count be analysed once their round is closed for everyone."""
    rounds = rounds_to_solve(competition_id, rows, now)
    if not rounds or rounds[0].competition.entrants > MOST_PLAYERS:
        return
    asker, *_ = askers(f"organiser {rounds[0].competition.organiser_id}", asks_for="analyses")
    logs = Log.objects.counting().filter(round__in=rounds)
    AnalysedLog.objects.bulk_create(
        [AnalysedLog(log_id=pk, asker=asker) for pk in logs.values_list("pk", flat=True)],
        ignore_conflicts=True,
    )
    BACKLOG.ask()


FOLLOWER: Final = Follower("analyses", note_small, acts_alone=True, begins_now=True)
"""What had closed before a site began to analyse is analysed if somebody asks."""


@task(queue_name=SOLVING)
def find_analyses() -> None:
    """Analyse what is due for a while."""
    BACKLOG.work_off(one_at_a_time(analyse_due))


BACKLOG: Final = Backlog("analyses", AnalysedLog.objects.filter(due=True), find_analyses)
