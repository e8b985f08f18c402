"""Mails to players. A job sends each mail, so no request waits for a mail server."""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, get_connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from django_tasks import TaskContext, TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from ..jobs.workers import SLOW
from ..models import Player

logger = logging.getLogger(__name__)

PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240))
"""The pauses between the tries to send a mail that no server accepts. After the last try the job gives up."""

FORGOTTEN: Final = {"args": ["", "", ""], "kwargs": {}}
"""When `forget_mails` deletes a mail whose job runs, these arguments replace those of the job."""


def send_later(
    *, subject: str, body: str, to: str, player_id: str | None, headers: Mapping[str, str] | None = None
) -> None:
    """Send a plain-text mail in the background. While the mail server is down, the job tries again for hours.

    A mail with a `player_id` is deleted by `forget_mails` with the player's other mails.
    """
    send.enqueue(subject, body, to, headers=dict(headers or {}), player_id=player_id)


@task(queue_name=SLOW, takes_context=True)
def send(
    context: TaskContext,
    subject: str,
    body: str,
    to: str,
    tried: int = 0,
    headers: Mapping[str, str] | None = None,
    player_id: str | None = None,
) -> None:
    """Send a mail, unless `forget_mails` has deleted it. `tried` says how often earlier jobs have tried."""
    job = DBTaskResult.objects.filter(pk=context.task_result.id)
    forgotten = job.filter(args_kwargs=FORGOTTEN)
    try:
        with get_connection() as server:
            # Check only after connecting, which may take long, whether the mail was deleted.
            if not forgotten.exists():
                EmailMessage(subject, body, to=[to], connection=server, headers=dict(headers or {})).send()
    except OSError as error:  # Every error of a mail server or a network is an OSError.
        if forgotten.exists():
            return
        if tried == len(PAUSES):
            raise
        logger.warning("a mail was not sent, and is tried again: %s", type(error).__name__)
        again = send.using(run_after=timezone.now() + PAUSES[tried])
        again.enqueue(subject, body, to, tried + 1, headers=dict(headers or {}), player_id=player_id)


def mails_of(player: Player) -> "QuerySet[DBTaskResult[..., Any]]":
    """The jobs of the player's mails: those that wait, and those that were sent and are not deleted yet. A
    mail is the player's if it was sent with the player's id, or goes to a confirmed address of the player."""
    of_theirs = Q(args_kwargs__kwargs__player_id=player.pk)
    for address in EmailAddress.objects.filter(user=player, verified=True):
        of_theirs |= Q(args_kwargs__args__2__iexact=address.email)
    return DBTaskResult.objects.filter(of_theirs, task_path=send.module_path)


def forget_mails(*, player: Player) -> None:
    """Delete the player's mails, waiting and sent. After the commit, no worker hands any of them to a mail
    server.

    Must be called before the player's addresses are deleted.
    """
    mails = mails_of(player)
    # The row of a running job stays, without the mail. Before sending, `send` reads this row to see whether
    # the mail was deleted.
    mails.exclude(status=TaskResultStatus.RUNNING).delete()
    mails.update(args_kwargs=FORGOTTEN)
