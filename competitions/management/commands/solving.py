"""`manage.py solving`: show what the solvers still have to find. With `--again`, also try again the searches
that were given up. With `--outdated`, also repeat the searches with results from older versions of the
solvers."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Min, QuerySet
from django.utils import timezone

from ...jobs.due_rows import make_due_again
from ...models import SolvedRound
from ...solving.analysis import analysis_requests
from ...solving.analysis.analyse_games import LOGS
from ...solving.bands import deal_search
from ...solving.bands.draws import DEALS, open_searches
from ...solving.par import follower as par_follower
from ...solving.par.find_par import ROUNDS, given_up_pars

LINE: Final = "{:10} {:>8} due {:>8} given up {:>8} outdated{}"


class Command(BaseCommand):
    help = (
        "Show how many pars, analyses and deals in bands are still to be found, how many were given up, and "
        "how many were found by older versions of the solvers."
    )
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="search again for those that were given up")
        parser.add_argument(
            "--outdated", action="store_true", help="search again for those that older solvers found"
        )

    def handle(self, *, again: bool, outdated: bool, **options: Any) -> None:
        now = timezone.now()
        for work, due, given_up, old in (
            (par_follower.WORK, ROUNDS.due(now), given_up_pars(), ROUNDS.outdated()),
            (analysis_requests.WORK, LOGS.due(now), LOGS.given_up(), LOGS.outdated()),
            (deal_search.WORK, open_searches(), DEALS.given_up(), DEALS.outdated()),
        ):
            if again:
                make_due_again(given_up)
            if outdated:
                make_due_again(old)
            if again or outdated:
                work.enqueue_if_due()
            waits = _wait(due, now)
            self.stdout.write(LINE.format(work.name, due.count(), given_up.count(), old.count(), waits))


def _wait(due: "QuerySet[Any]", now: datetime) -> str:
    """Return a text that says how long the oldest request that is due has waited. Empty if none is due, and
    for pars, because the site searches for pars without a request."""
    oldest = None if due.model is SolvedRound else due.aggregate(oldest=Min("asked_at"))["oldest"]
    return "" if oldest is None else f", the oldest for {(now - oldest) // timedelta(minutes=1)} min"
