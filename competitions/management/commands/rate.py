"""`manage.py rate`: rate the rounds that are due now. With `--check`, compute all ratings again from the
results, and compare them with the stored ratings."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ...ratings.rate_rounds import rate_due
from ...ratings.recompute_ratings import rating_differences


class Command(BaseCommand):
    help = "Rate the rounds that are due, as workers do by themselves."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing: only compare stored with computed ratings"
        )

    def handle(self, *, check: bool, **options: Any) -> None:
        if not check:
            rate_due()
            self.stdout.write("All rounds that count are rated.")
            return
        found = 0
        for difference in rating_differences():
            self.stderr.write(difference)
            found += 1
        if found:
            raise CommandError(f"{found} difference{'s' * (found > 1)}.")
        self.stdout.write("No difference: the stored ratings follow from the results.")
