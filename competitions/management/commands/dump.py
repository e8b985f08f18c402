"""`manage.py dump`: write a month's files for researchers into a folder. Without `--month`, rewrite the files
of every month in the folder."""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ...proofs.dumps.dump_months import DumpMonth
from ...proofs.dumps.monthly_files import write_month
from ...proofs.dumps.published import dumps_in


class Command(BaseCommand):
    help = "Write all deals, results and logs of public competitions certified in a month, for researchers."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--month", help="a month that is over (UTC), as 2026-11; by default each one in the folder"
        )
        parser.add_argument("folder", type=Path, help="where each month gets a folder of its own")

    def handle(self, *, month: str | None, folder: Path, **options: Any) -> None:
        now = timezone.now()
        for each in _there(folder) if month is None else [_finished_month(month, now)]:
            written = write_month(each, folder, cc0=settings.DUMPS_CC_ZERO, now=now)
            self.stdout.write(
                f"In {folder / str(each)}: {written.deals} deals, {written.standings} lines of standings, "
                f"{written.results} results, {written.logs} logs."
            )


def _finished_month(month: str, now: datetime) -> DumpMonth:
    try:
        asked = DumpMonth.called(month)
    except ValueError as error:
        raise CommandError(f"{error}.") from None
    if asked.end > now:
        raise CommandError(f"{asked} is not over: more may be certified in it.")
    return asked


def _there(folder: Path) -> list[DumpMonth]:
    months = [dump.month for dump in dumps_in(folder)]
    if not months:
        raise CommandError(f"There is no month in {folder}: say one with --month.")
    return months
