"""Evendeal's own server with its workers in this process, without what `manage.py serve` prepares, and
without workers of the queues that are named: `PORT APPLICATION QUEUE …`."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# First: it chooses the event loop for all of Twisted.
from config.server.daphne import Server  # isort: skip

from importlib import import_module

import django

from config.server.descriptors import raise_descriptors
from config.server.garbage import search_later


def main(port: str, application: str, *idle: str) -> None:
    search_later()
    django.setup()
    from django.conf import settings

    from competitions import background
    from competitions.jobs.workers import QUEUES
    from competitions.web.costs import LARGEST_BODY

    # Tests count what is stored: whoever wants the deals of the day, or of the bots, makes them.
    background.watch_calendar = background.watch_bot_deals = lambda: None
    # First: it may change settings of the database, to which those who work connect at once.
    module, _, name = application.partition(":")
    served = getattr(import_module(module), name)
    background.start_working([queue for queue in QUEUES if queue not in idle])
    Server(
        served,
        most_connections=raise_descriptors(settings.REQUESTS_AT_ONCE),
        largest_body=LARGEST_BODY,
        trusted_proxies=settings.HERE.trusted_proxies,
        endpoints=[f"tcp:port={port}:interface=127.0.0.1"],
        ready_callable=lambda: None,
    ).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
