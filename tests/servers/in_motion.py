"""The service by a clock that a test moves: its seconds ahead of the real one are in the file that `CLOCK`
names. It makes the deals of the day, and nobody is too fast for it. If `SEED` is given, all deals are on its
cards; if `DAILIES`, only these games have deals of the day."""

import os
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from competitions.contests import create
from competitions.contests.dailies import calendar
from games import GAMES

from .site import application

__all__ = ["application"]

AHEAD = Path(os.environ["CLOCK"])


def _move() -> None:
    real = timezone.now
    timezone.now = lambda: real() + timedelta(seconds=float(AHEAD.read_text()))
    if seed := os.environ.get("SEED"):
        create.random_seed = lambda: seed
    if slugs := os.environ.get("DAILIES"):
        calendar.GAMES = {slug: GAMES[slug] for slug in slugs.split()}
    settings.LIMITS.update({name: {} for name in settings.LIMITS})
    calendar.LOOK_EVERY_S = 0.2
    calendar.watch_calendar()


_move()
