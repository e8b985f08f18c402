"""`manage.py solving`: what the solvers have still to find; with `--again`, also what they have given up."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from ...analysis import wanted
from ...analysis.analysing import LOGS
from ...jobs.taking import make_due_again
from ...par import closed_rounds
from ...par.finding import pars_given_up

LINE: Final = "{:10} {:>8} due {:>8} given up"


class Command(BaseCommand):
    help = "Show how many pars and analyses are still to be found, and how many were given up."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="look again for those that were given up")

    def handle(self, *, again: bool, **options: Any) -> None:
        for backlog, given_up in (
            (closed_rounds.BACKLOG, pars_given_up()),
            (wanted.BACKLOG, LOGS.given_up()),
        ):
            if again:
                make_due_again(given_up)
                backlog.ask()
            self.stdout.write(LINE.format(backlog.name, backlog.due.count(), given_up.count()))
