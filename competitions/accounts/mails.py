"""Mails to players, which a job sends: nobody who asks for one waits for a mail server."""

from django.core.mail import send_mail
from django_tasks import task


def send_later(*, subject: str, body: str, to: str) -> None:
    """Have a mail of plain text sent to one address."""
    send.enqueue(subject, body, to)


@task()
def send(subject: str, body: str, to: str) -> None:
    send_mail(subject, body, None, [to])
