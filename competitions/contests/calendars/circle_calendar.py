"""The calendar of a circle: the days whose deals its members play. Each member reads it at a secret address
of their own."""

import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils.translation import gettext_lazy as _

from ...derived_keys import derived_keys
from ...embargo.circles import members_who_may_look
from ...models import Circle, Member
from ...translatable import with_facts
from ..circles.weeks import Week
from ..dailies.calendar import DAY, start_of
from .calendar_file import CalendarEvent

PURPOSE: Final = "calendar of a circle"

SUNDAY: Final = 7


def circle_calendar_key(member: Member) -> str:
    """The key in the address at which a member reads the calendar. The key is derived from the site's
    secret, and opens the calendar as long as the membership lasts."""
    return _keys(member.pk)[0]


def member_of_calendar(circle_id: str, key: str) -> Member | None:
    """The member of the circle to whom the secret `key` belongs; None for a wrong key or a banned player."""
    number, _, _ = key.partition("-")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    good = [hmac.compare_digest(key, each) for each in _keys(int(number))]
    if not any(good):
        return None
    return members_who_may_look(circle_id).select_related("player").filter(pk=int(number)).first()


def circle_events(circle: Circle, now: datetime, *, page: str) -> Sequence[CalendarEvent]:
    """The events of the days of this week and the next. `page` is the address of the circle's page."""
    days = [*Week.at(now).days, *Week.at(now).after.days]
    return [
        CalendarEvent(
            uid=f"{circle.pk}-{day}",
            name=_name(circle, last=day.isoweekday() == SUNDAY),
            begins=start_of(day),
            ends=start_of(day + DAY),
            url=page,
            stamp=circle.created_at,
            takes_time=False,
        )
        for day in days
    ]


def _name(circle: Circle, *, last: bool) -> str:
    name = _("%(circle)s: last deals of the week") if last else _("%(circle)s: deals of the day")
    return str(with_facts(name, circle=circle.name))


def _keys(member: int) -> Sequence[str]:
    return [f"{member}-{key.hex()[:32]}" for key in derived_keys(PURPOSE, str(member))]
