"""`manage.py worker`: a process that does the work in the background, beside those that serve."""

import signal
import threading
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ...working import start_working

PATIENCE_S: Final = 9.0
"""How long all jobs together may still take once it is told to stop; what is left, another worker does."""


class Command(BaseCommand):
    help = "Do work in the background, such as sending webhooks, until a signal ends it."
    requires_migrations_checks = True

    def handle(self, **options: Any) -> None:
        if connection.vendor == "sqlite":
            raise CommandError("An SQLite database has one process: manage.py serve does the work itself.")
        told = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: told.set())
        workers = start_working()
        self.stdout.write(f"Working with {len(workers.workers)} workers (Ctrl+C stops them)")
        told.wait()
        workers.stop(PATIENCE_S)
