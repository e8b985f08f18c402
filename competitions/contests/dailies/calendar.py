"""Make the dailies of today and tomorrow. They are made a day ahead, so that the commitments to their deals
are public before they open; today's are made late if the service was down."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Case, Max, When
from django.utils import timezone

from games import GAMES
from games.game import Game

from ...jobs.watches import watch
from ...models import Access, Competition, Counts, Daily, Kind, Play, Scores
from ...models.contest_names import name_columns
from ..create import create_competition
from ..plans import Plan, RoundPlan

DAY: Final = timedelta(days=1)

LOOK_EVERY_S: Final = 60.0


def today(now: datetime) -> date:
    """The date in UTC at `now`."""
    return now.astimezone(UTC).date()


def start_of(day: date) -> datetime:
    """The moment when the dailies of a day open and the dailies of the previous day close."""
    return datetime.combine(day, time(), UTC)


def dailies_of(day: date) -> Sequence[Competition]:
    """The dailies of a day that were made already, read with their rounds, in the order of the games."""
    made = Competition.objects.with_rounds().filter(daily__date=day)
    places = Case(*(When(daily__game_slug=slug, then=place) for place, slug in enumerate(GAMES)))
    return list(made.order_by(places))


def make_dailies(now: datetime) -> int:
    """Make the missing dailies of today and tomorrow, and return how many were made.

    Several processes may call this function at once. Each daily is made only once, since the pair of game and
    day is unique in the calendar. Days during which the service was down stay without dailies.
    """
    first = today(now)
    days = (first, first + DAY)
    there = set(Daily.objects.filter(date__in=days).values_list("game_slug", "date"))
    missing = [(game, day) for day in days for game in GAMES.values() if (game.slug, day) not in there]
    return sum(_make(game, day, now) for game, day in missing)


def watch_calendar() -> None:
    """Start a watch that makes missing dailies at once, and then regularly, until the process ends."""
    watch("dailies", LOOK_EVERY_S, _make_missing).wake()  # at once, as some may be missing after downtime


def _make_missing() -> None:
    make_dailies(timezone.now())


def _make(game: Game, day: date, now: datetime) -> bool:
    """Make the daily of a game and a day. Return false if another process has made it."""
    try:
        with transaction.atomic():
            newest = Daily.objects.filter(game_slug=game.slug).aggregate(number=Max("number"))["number"]
            place = Daily.objects.create(game_slug=game.slug, date=day, number=(newest or 0) + 1)
            create_competition(organiser=None, plan=_plan(game, day), now=now, kind=Kind.DAILY, daily=place)
    except IntegrityError:
        return False
    return True


def _plan(game: Game, day: date) -> Plan:
    opening = start_of(day)
    return Plan(
        **name_columns("daily", game=game.slug, day=day.isoformat()),
        access=Access.PUBLIC,
        play=Play.SEALED,
        attempts=1,
        counts=Counts.BEST,
        standings=Scores.OWN,
        opens_at=opening,
        closes_at=opening + DAY,
        rounds=[RoundPlan(game=game, rules=game.settle_rules({}))],
    )
