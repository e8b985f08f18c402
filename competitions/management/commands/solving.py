"""`manage.py solving`: what the solvers have still to find; with `--again`, also what they have given up, and
with `--outdated` what older ones have found."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from ...analysis import wanted
from ...analysis.analysing import LOGS
from ...jobs.taking import make_due_again
from ...par import closed_rounds
from ...par.finding import ROUNDS, pars_given_up

LINE: Final = "{:10} {:>8} due {:>8} given up {:>8} outdated"


class Command(BaseCommand):
    help = (
        "Show how many pars and analyses are still to be found, how many were given up, and how many older "
        "solvers have found."
    )
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="look again for those that were given up")
        parser.add_argument(
            "--outdated", action="store_true", help="look again for those that older solvers have found"
        )

    def handle(self, *, again: bool, outdated: bool, **options: Any) -> None:
        for backlog, given_up, old in (
            (closed_rounds.BACKLOG, pars_given_up(), ROUNDS.outdated()),
            (wanted.BACKLOG, LOGS.given_up(), LOGS.outdated()),
        ):
            if again:
                make_due_again(given_up)
            if outdated:
                make_due_again(old)
            if again or outdated:
                backlog.ask()
            self.stdout.write(LINE.format(backlog.name, backlog.due.count(), given_up.count(), old.count()))
