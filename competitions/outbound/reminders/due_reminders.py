"""The job that sends reminders, and what it does with the answers of push services.

At most one reminder a day reaches a browser. Before the reminder is sent, an update stores today's date
in the browser's row, if the row has an earlier date. The earlier date is restored only if the push service
answers that it cannot take the message now. If no answer comes, the message may have arrived, so the message
is not sent again.
"""

import json
import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django_tasks import task

from ...jobs.due_rows import DueRows
from ...jobs.work import Work
from ...jobs.workers import SLOW
from ...models import Attempt, Competition, Notice, NoticeType, RemindedBrowser, Round
from ...people.bans import barring
from ...people.own_language import of_player
from ...translatable import Translatable
from ..notices.broadcasts import CLOSING, without_those_who_played
from ..notices.notice_words import path_of, sentence_of
from ..webhooks.http_post import ReceiversAnswer
from ..webhooks.no_answer import NoReceiversAnswer
from .waking_hours import is_waking, next_look
from .web_push import push

logger = logging.getLogger(__name__)

PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
"""How long a reminder waits after its first, second, third and each later try, if the push service was too
busy."""

GONE: Final = (404, 410)
"""The status codes by which a push service says that the browser can get no more messages."""

TOO_BUSY: Final = 429

MOST_FAILURES: Final = 3
"""After this many failures in a row, a browser gets no more reminders."""


class Reminder(NamedTuple):
    """The content of a reminder, as a browser shows it. It names no result."""

    title: Translatable
    body: Translatable
    path: str
    """The path of the page on this site that a press on the reminder opens."""
    until: datetime
    """The time from which the reminder is no longer true."""

    def message(self, day: str) -> bytes:
        """The JSON that the service worker reads. Reminders of the same day have the same tag, so the browser
        shows only the newest."""
        told = {"title": str(self.title), "body": str(self.body), "path": self.path, "tag": f"reminder-{day}"}
        return json.dumps(told).encode()


class PushServiceBusy(Exception):
    """The push service has not taken a reminder, and may take it later."""


class DueReminders(DueRows[RemindedBrowser]):
    """The browsers for which the job must now check whether to send a reminder."""

    def due(self, now: datetime) -> "QuerySet[RemindedBrowser]":
        return self.rows.filter(look_at__lte=now)


@task(queue_name=SLOW)
def send_reminders() -> None:
    """Send reminders to due browsers, for one slice of time."""
    WORK.run(lambda end: BROWSERS.work_off(lambda browser: remind(browser, timezone.now()), end))


BROWSERS: Final = DueReminders(
    RemindedBrowser.objects.select_related("player"), order=("look_at", "pk"), pauses=PAUSES
)

WORK: Final = Work("reminders", BROWSERS, send_reminders, look_every_s=60.0)


def remind(browser: RemindedBrowser, now: datetime) -> None:
    """Send a reminder to a browser, if there is something to remind the player of and the browser got no
    reminder today. The calling job must have leased the row of the browser."""
    zone = ZoneInfo(browser.zone)
    today, following = now.astimezone(zone).date(), next_look(now, zone)
    reminder = reminder_for(browser, now)
    mine = BROWSERS.mine(browser)
    if reminder is None or not mine.filter(reminded_on__lt=today).update(
        reminded_on=today, look_at=following
    ):
        BROWSERS.finish(browser, look_at=following)
        return
    with override(of_player(browser.player)):
        message = reminder.message(f"{today}")
    answer = push(browser, message, until=reminder.until, now=now)
    if isinstance(answer, ReceiversAnswer):
        if answer.accepts:
            BROWSERS.finish(browser, failures=0)
            return
        if answer.status in GONE:
            mine.delete()
            return
        if answer.status == TOO_BUSY or answer.status >= 500:
            mine.update(reminded_on=browser.reminded_on, look_at=now)
            BROWSERS.put_off(browser, PushServiceBusy(), now)
            return
    _has_failed(browser, answer)


def _has_failed(browser: RemindedBrowser, answer: ReceiversAnswer | NoReceiversAnswer) -> None:
    said = answer.status if isinstance(answer, ReceiversAnswer) else answer
    logger.info("%s did not reach the push service: %s", browser, said)
    if browser.failures + 1 >= MOST_FAILURES:
        BROWSERS.mine(browser).delete()
    else:
        BROWSERS.finish(browser, failures=browser.failures + 1)


def reminder_for(browser: RemindedBrowser, now: datetime) -> Reminder | None:
    """The reminder for the browser's player now. None in each of these cases: there is nothing to remind of;
    the player is barred; it is night in the browser's time zone.
    """
    if barring(browser.player, now) is not None or not is_waking(now, ZoneInfo(browser.zone)):
        return None
    return _of_a_close(browser, now) or _of_todays_deals(browser, now)


def _of_a_close(browser: RemindedBrowser, now: datetime) -> Reminder | None:
    """A reminder of a contest that closes within the hour, and in which the player still has a round to play
    (`without_those_who_played`); None if there is none. The player must have a closing notice of the contest,
    and must not have read it."""
    told = Notice.objects.filter(
        player=browser.player_id,
        type=NoticeType.CLOSING,
        read=False,
        competition__closes_at__gt=now,
        competition__closes_at__lte=now + CLOSING,
    )
    for notice in told.select_related("competition").order_by("competition__closes_at"):
        assert notice.competition is not None
        competition = Competition.read(notice.competition.pk)
        closes_at, entries = competition.closes_at, competition.entries.filter(player=browser.player_id)
        if competition.state(now) != "running" or closes_at is None:
            continue
        if without_those_who_played(list(entries.filter(disqualified_at=None)), competition, now):
            return Reminder(sentence_of(notice), "", path_of(notice), closes_at)
    return None


def _of_todays_deals(browser: RemindedBrowser, now: datetime) -> Reminder | None:
    """A reminder of today's deals; None if the player has played them all."""
    ended = Attempt.objects.filter(player=browser.player_id, round=OuterRef("pk"), ended_at__isnull=False)
    dailies = Round.objects.filter(
        competition__daily__isnull=False,
        competition__cancelled_at=None,
        competition__opens_at__lte=now,
        competition__closes_at__gt=now,
    )
    left = dailies.filter(~Exists(ended)).select_related("competition").first()
    if left is None or left.competition.closes_at is None:
        return None
    return Reminder(
        _("Today's deals are there."),
        _("New cards, the same for everyone, and you play each deal once."),
        reverse("home"),
        left.competition.closes_at,
    )
