"""`manage.py dump`: write the files of a month for researchers."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ...dumps.dump_months import DumpMonth
from ...dumps.monthly_files import write_month


class Command(BaseCommand):
    help = "Write all deals, results and logs of public competitions certified in a month, for researchers."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--month", required=True, help="a month that is over (UTC), as 2026-11")
        parser.add_argument("folder", type=Path, help="where its folder is made, or made anew")

    def handle(self, *, month: str, folder: Path, **options: Any) -> None:
        now = timezone.now()
        try:
            asked = DumpMonth.called(month)
        except ValueError as error:
            raise CommandError(f"{error}.") from None
        if asked.end > now:
            raise CommandError(f"{asked} is not over: more may be certified in it.")
        written = write_month(asked, folder, cc0=settings.DUMPS_CC_ZERO, now=now)
        self.stdout.write(
            f"In {folder / month}: {written.deals} deals, {written.standings} lines of standings, "
            f"{written.results} results, {written.logs} logs."
        )
