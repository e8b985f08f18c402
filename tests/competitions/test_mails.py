"""Mails that a job sends, and a mail server that is away."""

import time
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from threading import Event

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends import locmem
from django.db import transaction
from django.utils import timezone
from django_tasks import TaskContext
from django_tasks_db.models import DBTaskResult

from competitions.accounts import mails
from competitions.models import Player
from competitions.moderation.close_player import close_player
from tests.competitions.conftest import committed
from tests.threads import at_once

__all__ = ["committed"]


def do(job):
    """What a worker does with a job that it has taken."""
    job.task.call(
        TaskContext(task_result=job.task_result), *job.args_kwargs["args"], **job.args_kwargs["kwargs"]
    )


def do_next_job():
    """Do the one job that waits, and give in how long it was to be done."""
    job = DBTaskResult.objects.get()
    job.claim("a worker")
    try:
        do(job)
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
    mails.send_later(subject="A code", body="123", to="ann@example.org", player_id=None)
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
    mails.send_later(subject="A code", body="123", to="ann@example.org", player_id=None)
    for _ in mails.PAUSES:
        do_next_job()
    with pytest.raises(SMTPServerDisconnected):
        do_next_job()
    assert not DBTaskResult.objects.exists()
    assert sum(mails.PAUSES, timedelta()) > timedelta(hours=6)


@pytest.fixture
def ann(rival):
    """A player with an address."""
    player = Player.objects.get(pk=rival.player["id"])
    EmailAddress.objects.create(user=player, email="ann@example.org", verified=True)
    return player


def send_later(to, player=None):
    """The job of a mail to an address, the first one that is sent there."""
    mails.send_later(subject="A code", body=to, to=to, player_id=player and player.pk)
    return DBTaskResult.objects.get(args_kwargs__args__2=to)


def test_nothing_remembers_the_addresses_of_who_is_deleted(ann, owner, monkeypatch):
    olga = Player.objects.get(pk=owner.player["id"])
    EmailAddress.objects.create(user=olga, email="olga@example.org", verified=True)
    EmailAddress.objects.create(user=ann, email="olga@example.org", verified=False)
    send_later("Ann@example.org")  # as the release before asked for it
    send_later("ann.once@example.org", ann)
    failed = send_later("ann@example.org", ann)
    on_its_way, others = send_later("typo.of.ann@example.org", ann), send_later("Olga@example.org", olga)
    failed.set_failed(SMTPServerDisconnected("ann@example.org is away"))
    on_its_way.claim("a worker")

    def away(*_):
        close_player(player=ann, now=timezone.now())
        raise SMTPServerDisconnected("typo.of.ann@example.org is away")

    monkeypatch.setattr(mail.EmailMessage, "send", away)
    do(on_its_way)
    assert set(DBTaskResult.objects.filter(task_path=mails.send.module_path)) == {on_its_way, others}
    remembered = str(DBTaskResult.objects.values_list("args_kwargs", "traceback")).lower()
    assert not [each for each in ("ann@", "ann.once@") if each in remembered]
    on_its_way.refresh_from_db()
    do(on_its_way)  # as when its worker has died


def test_no_mail_is_handed_over_after_its_player_is_deleted(ann, monkeypatch):
    """Whoever is deleted while the mail server lets a worker wait."""
    usual = locmem.EmailBackend.open

    def open_late(server):
        close_player(player=ann, now=timezone.now())
        return usual(server)

    monkeypatch.setattr(locmem.EmailBackend, "open", open_late)
    job = send_later("ann@example.org", ann)
    job.claim("a worker")
    do(job)
    assert mail.outbox == []


@pytest.mark.extra
@pytest.mark.parametrize("any_database", ["sqlite", "postgresql"], indirect=True)
def test_a_mail_that_a_worker_takes_in_the_moment_of_a_deletion_is_not_sent(committed):
    ann = Player.objects.get(pk=committed.guest("Ann").player["id"])
    job, taken = send_later("ann@example.org", ann), Event()

    def take():
        with transaction.atomic():
            [found] = DBTaskResult.objects.select_for_update(skip_locked=True).filter(pk=job.pk)
            found.claim("a worker")
            taken.set()
            time.sleep(0.3)  # the deletion has begun to look
        return found

    def delete():
        taken.wait()
        close_player(player=ann, now=timezone.now())

    found, _ = at_once(take, delete)
    do(found)
    assert mail.outbox == []
    found.set_successful(None)
    assert DBTaskResult.objects.get(pk=job.pk).args_kwargs == mails.FORGOTTEN
