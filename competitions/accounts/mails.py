"""Mails to players, which a job sends: nobody who asks for one waits for a mail server."""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.core.mail import EmailMessage
from django.utils import timezone
from django_tasks import task
from django_tasks_db.models import DBTaskResult, DBTaskResultQuerySet

from ..jobs.workers import SLOW

logger = logging.getLogger(__name__)

PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240))
"""Before each new try of a mail that no server took; after the last one it is given up."""


def send_later(*, subject: str, body: str, to: str, headers: Mapping[str, str] | None = None) -> None:
    """Have a mail of plain text sent to one address; if the mail server is down, for hours."""
    if headers:
        send.enqueue(subject, body, to, headers=dict(headers))
    else:  # so that a worker of the release before understands it
        send.enqueue(subject, body, to)


@task(queue_name=SLOW)
def send(subject: str, body: str, to: str, tried: int = 0, headers: Mapping[str, str] | None = None) -> None:
    try:
        EmailMessage(subject, body, None, [to], headers=dict(headers or {})).send()
    except OSError as error:  # whatever a mail server or the way to it may do is one
        if tried == len(PAUSES):
            raise
        if not _jobs_to(to).running().exists():  # it was forgotten meanwhile
            return
        logger.warning("a mail was not sent, and is tried again: %s", type(error).__name__)
        send.using(run_after=timezone.now() + PAUSES[tried]).enqueue(
            subject, body, to, tried + 1, headers=dict(headers or {})
        )


def forget_mails(*, to: str) -> None:
    """Send none of the mails that wait for this address, and keep nothing of those that were sent there. One
    that is on its way is not tried again."""
    _jobs_to(to).exclude(pk__in=_jobs_to(to).running()).delete()
    _jobs_to(to).update(args_kwargs={"args": [], "kwargs": {}})


def _jobs_to(address: str) -> DBTaskResultQuerySet:
    jobs: DBTaskResultQuerySet = DBTaskResult.objects.filter(task_path=send.module_path)
    return jobs.filter(args_kwargs__args__2__iexact=address)
