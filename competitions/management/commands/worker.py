"""`manage.py worker`: run a process that does the work in the background, beside the processes that serve
requests."""

import signal
import threading
from collections.abc import Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from ...background import start_working
from ...jobs.processes import this_process
from ...jobs.workers import QUEUES, USUAL
from ...postgresql.pulse import pulse
from ...upgrades import bring_up_to_date, fault

PATIENCE_S: Final = 9.0
"""After a signal to stop, the process waits at most this many seconds for its running jobs. Another worker
does again the jobs that have not ended by then."""


class Command(BaseCommand):
    help = "Do work in the background, such as sending webhooks, until a signal ends it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--queues",
            type=lambda text: text.split(","),
            default=QUEUES,
            metavar="QUEUE,QUEUE",
            help=f"do the jobs of these queues alone (all: {', '.join(QUEUES)}); a process that does "
            f"the jobs of {USUAL} also watches the clock",
        )

    def handle(self, *, queues: Sequence[str], **options: Any) -> None:
        if unknown := set(queues) - set(QUEUES):
            raise CommandError(f"There is no queue {', '.join(sorted(unknown))}, only {', '.join(QUEUES)}.")
        if connection.vendor == "sqlite":
            raise CommandError("An SQLite database has one process: manage.py serve does the work itself.")
        if sentence := fault(connection):
            raise CommandError(sentence)
        bring_up_to_date(connection)
        told = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: told.set())
        pulse.start()
        this_process.keep_saying()
        workers = start_working(queues)
        self.stdout.write(
            f"Working on {', '.join(queues)} with {len(workers.workers)} workers (Ctrl+C stops them)"
        )
        told.wait()
        workers.stop(PATIENCE_S)
