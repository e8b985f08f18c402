"""Mails that a job sends, and a mail server that is away."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.accounts import mails
from competitions.leaving.closing_player import close_player
from competitions.models import Player


def do_next_job():
    """Do the one job that waits, and give in how long it was to be done."""
    job = DBTaskResult.objects.get()
    job.claim("a worker")
    try:
        job.task.call(*job.args_kwargs["args"], **job.args_kwargs["kwargs"])
    finally:
        job.delete()
    return job.run_after - timezone.now()


@pytest.mark.parametrize("failures", [3, len(mails.PAUSES)])
def test_a_mail_is_tried_again_with_growing_pauses_until_a_server_takes_it(db, monkeypatch, failures):
    answers = iter([SMTPServerDisconnected("away")] * failures)

    usual = mail.EmailMessage.send

    def send(message):
        for answer in answers:
            raise answer
        usual(message)

    monkeypatch.setattr(mail.EmailMessage, "send", send)
    mails.send_later(subject="A code", body="123", to="ann@example.org")
    do_next_job()
    pauses = [do_next_job() for _ in range(failures)]
    assert pauses == sorted(pauses)
    assert pauses[0] > timedelta(seconds=50)
    assert [each.subject for each in mail.outbox] == ["A code"]
    assert not DBTaskResult.objects.exists()


def test_a_mail_that_nobody_takes_is_given_up_after_hours(db, monkeypatch):
    def refuse(*_):
        raise SMTPServerDisconnected("away")

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    mails.send_later(subject="A code", body="123", to="ann@example.org")
    for _ in mails.PAUSES:
        do_next_job()
    with pytest.raises(SMTPServerDisconnected):
        do_next_job()
    assert not DBTaskResult.objects.exists()
    assert sum(mails.PAUSES, timedelta()) > timedelta(hours=6)


def test_nothing_remembers_the_address_of_who_is_deleted(rival, owner, monkeypatch):
    player = Player.objects.get(pk=rival.player["id"])
    EmailAddress.objects.create(user=player, email="ann@example.org", verified=True)
    EmailAddress.objects.create(user_id=owner.player["id"], email="olga@example.org", verified=True)
    for address in ("Ann@example.org", "ann@example.org", "ann@example.org", "olga@example.org"):
        mails.send_later(subject="A code", body="123", to=address)
    _, failed, on_its_way, _ = DBTaskResult.objects.order_by("enqueued_at")
    failed.set_failed(SMTPServerDisconnected("ann@example.org is away"))
    on_its_way.claim("a worker")

    def away(*_):
        close_player(player=player, now=timezone.now())
        raise SMTPServerDisconnected("away")

    monkeypatch.setattr(mail.EmailMessage, "send", away)
    on_its_way.task.call(*on_its_way.args_kwargs["args"])
    left = DBTaskResult.objects.exclude(pk=on_its_way.pk)
    assert [job.args_kwargs["args"][2] for job in left] == ["olga@example.org"]
    assert "ann" not in str(DBTaskResult.objects.values_list("args_kwargs", "traceback")).lower()
