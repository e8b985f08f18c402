"""The settings that the contests of a series take from a competition. Instead of times, they have the lengths
of time from the opening of the contest to its other times.

The series stores these settings and lengths. So a later change of the competition, such as an early close,
does not change the series.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from games import GAMES

from ...models import Competition, Kind
from ...models.competitions import LONGEST_NAME
from ...models.contest_names import name_columns
from ...refusals import invalid
from ..plans import Plan, RoundPlan, plan_of

DAY: Final = timedelta(days=1)

TAKEN: Final = (
    *("about", "access", "play", "attempts", "counts", "others", "time_limit_s", "ranking"),
    *("standings", "max_entries", "bots", "names"),
)
"""The settings that a series copies from a competition unchanged."""

WINDOW: Final = ("opens_at", "closes_at", "freeze_at")
"""The names of the times of a contest; a round has the first two. A series stores each time, except the
contest's opening, as the length of time from that opening."""

Length = list[int]
"""A length of time as two numbers: whole calendar days, then seconds. So if a contest opens at 20:00 and a
round two days later at 20:00, the round stays at 20:00 even if the clocks change in between."""


def settings_of(competition: Competition, zone: ZoneInfo) -> dict[str, Any]:
    """The settings of a competition, and the lengths of time from its opening to its other times, as JSON.
    Raises `invalid` for the field `template` if a series cannot repeat the competition."""
    if competition.kind not in (Kind.CONTEST, Kind.SERIES):
        raise invalid(
            "template", _("Name a contest: a deal of the day, a duel or a challenge makes no series.")
        )
    plan = plan_of(competition)
    if any(round.band is not None for round in plan.rounds):
        raise invalid(
            "template",
            _("We search for deals in bands, and may not find them. Name a contest without bands."),
        )
    start = competition.opens_at or competition.opening.replace(second=0, microsecond=0)

    def lengths(times: Plan | RoundPlan, names: tuple[str, ...]) -> dict[str, Length | None]:
        return {name: length_between(start, getattr(times, name), zone) for name in names}

    return {
        "template": competition.pk,
        **{name: getattr(plan, name) for name in TAKEN},
        **lengths(plan, WINDOW[1:]),
        "tie_break": list(plan.tie_break),
        "rounds": [
            {"game": round.game.slug, "rules": dict(round.rules), **lengths(round, WINDOW[:2])}
            for round in plan.rounds
        ],
    }


def plan_at(
    settings: Mapping[str, Any], *, name: Mapping[str, Any], opens_at: datetime, zone: ZoneInfo
) -> Plan:
    """The plan of the contest that opens at `opens_at`, with random deals. `name` has the columns that store
    the contest's name, as `name_on` returns them."""

    def times(of: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
        return {each: moment_after(opens_at, of[each], zone) for each in names}

    return Plan(
        **name,
        opens_at=opens_at,
        **{each: settings[each] for each in (*TAKEN, "tie_break")},
        **times(settings, WINDOW[1:]),
        rounds=[
            RoundPlan(game=GAMES[round["game"]], rules=round["rules"], **times(round, WINDOW[:2]))
            for round in settings["rounds"]
        ],
    )


def name_on(series_name: str, day: date) -> Mapping[str, Any]:
    """The columns that store the name of a date's contest: the name of the series with the date, or the name
    of the series alone if both together are too long."""
    columns = name_columns("series", series=series_name, day=day.isoformat())
    return columns if len(columns["name"]) <= LONGEST_NAME else {"name": series_name}


def length_between(start: datetime, end: datetime | None, zone: ZoneInfo) -> Length | None:
    if end is None:
        return None
    if end - start < DAY:
        return [0, max(0, int((end - start).total_seconds()))]
    by_clocks = _clock(end, zone) - _clock(start, zone)
    return [by_clocks.days, by_clocks.seconds]


def moment_after(start: datetime, length: Length | None, zone: ZoneInfo) -> datetime | None:
    """The moment that comes `length` after `start`; None if `length` is None."""
    if length is None:
        return None
    days, seconds = length
    day = (_clock(start, zone) + timedelta(days=days)).replace(tzinfo=zone)
    return day.astimezone(UTC) + timedelta(seconds=seconds)


def _clock(moment: datetime, zone: ZoneInfo) -> datetime:
    """The moment as local time in the zone, in a datetime without an offset."""
    return moment.astimezone(zone).replace(tzinfo=None)
