"""`manage.py work`: show how much work in the background is waiting. With `--again`, try again the work that
was set aside after failures, except searches."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from ...background import WORKS
from ...backlog import backlog_of
from ...jobs.due_rows import DueRows, Searches, make_due_again

LINE: Final = "{:20} {:>9} {:>9} {:>9} {:>9}"


class Command(BaseCommand):
    help = "Show how much work in the background is waiting. `solving` shows more about searches."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--again", action="store_true", help="try again the work that was set aside, except searches"
        )

    def handle(self, *, again: bool, **options: Any) -> None:
        now = timezone.now()
        self.stdout.write(LINE.format("work", "due", "free", "failing", "set aside"))
        for work in WORKS:
            rows: DueRows[Any] = work.rows
            if again and rows.model_is_due and not isinstance(rows, Searches):
                make_due_again(rows.set_aside())
                work.enqueue_if_due()
            self.stdout.write(LINE.format(work.name, *backlog_of(work, now)))
