"""A worker in a process of its own, whose follower notes each event, and stops at one: `FILE EVENT`."""

import os
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TOGETHER = 2


def main(arguments: list[str]) -> None:
    file, event = arguments
    django.setup()

    from competitions import followers
    from competitions.jobs.workers import Worker
    from competitions.ledger import follower_work
    from competitions.ledger.follower import EventRow, Follower

    def take(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
        for row in rows:
            with Path(file).open("a") as notes:
                notes.write(f"{row.event}\n")
            if row.event == int(event):
                threading.Event().wait()

    followers.FOLLOWERS = [Follower("taker", take)]  # type: ignore[misc]
    follower_work.AT_A_TIME = TOGETHER  # type: ignore[misc]
    followers.look_for_news()
    Worker().run()
