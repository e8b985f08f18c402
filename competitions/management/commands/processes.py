"""`manage.py processes`: show which processes are alive, what they work on, and when the functions that they
repeat (`jobs/watches`) last ran without an error."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from ...jobs.processes import idle_queues
from ...models import Process


class Command(BaseCommand):
    help = "List the running processes of the site, and when each of their watches last ran without an error."
    requires_migrations_checks = True

    def handle(self, **options: Any) -> None:
        now = timezone.now()
        for process in Process.objects.living(now):
            work = f"works on {', '.join(process.queues)}" if process.queues else "leaves work to others"
            self.stdout.write(f"{process} {work}; since {process.started_at:%Y-%m-%d %H:%M:%S}")
            for watched, looked_at in sorted(process.looks.items()):
                self.stdout.write(f"    {watched}: looked {looked_at or 'not yet'}")
        if idle := idle_queues(now):
            self.stdout.write(f"No process works on {', '.join(idle)}.")
