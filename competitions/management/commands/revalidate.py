"""`manage.py revalidate`: replay all stored logs under today's rules, and report each log with another
verdict than before."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ...play.revalidate import revalidation_differences


class Command(BaseCommand):
    help = "Replay all stored logs under today's rules, and report each log whose verdict is another one now."
    requires_migrations_checks = True

    def handle(self, **options: Any) -> None:
        found = 0
        for difference in revalidation_differences():
            self.stderr.write(difference)
            found += 1
        if found:
            raise CommandError(f"{found} difference{'s' * (found > 1)}.")
        self.stdout.write("No difference: today's rules give every stored log the same verdict as before.")
