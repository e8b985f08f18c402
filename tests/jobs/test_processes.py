"""The processes of a site are on record: what each does, and when it last looked at what."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from competitions.jobs import processes
from competitions.jobs.processes import ThisProcess, idle_queues
from competitions.jobs.workers import QUEUES, RATINGS, SLOW, SOLVING, USUAL
from competitions.models import Process
from competitions.models.processes import LOST_AFTER
from tests.competitions.conftest import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setattr(processes, "last_looks", lambda: {"deadlines": clock.now, "webhooks": None})


def process(*queues: str) -> ThisProcess:
    made = ThisProcess()
    made.works(queues)
    return made


@pytest.mark.usefixtures("looks")
def test_an_operator_sees_who_works_and_when_they_last_looked(any_database, clock, capsys):
    worker, server = process(USUAL), process()
    for _ in range(2):
        worker.say()
        server.say()
        clock.forward(seconds=processes.SAY_EVERY_S)
    call_command("processes")
    said = capsys.readouterr().out
    assert f"{worker.row.name} works on default; since 2026-11-21 12:00:00" in said
    assert f"{server.row.name} leaves work to others" in said
    assert "    deadlines: looked 2026-11-21T12:00:20+00:00\n    webhooks: looked not yet\n" in said
    assert "No process works on slow, ratings, solving." in said
    process(SLOW, RATINGS, SOLVING).say()
    call_command("processes")
    assert "No process" not in capsys.readouterr().out
    clock.forward(days=1)
    call_command("processes")
    assert capsys.readouterr().out == "No process works on default, slow, ratings, solving.\n"


@pytest.mark.usefixtures("looks")
def test_what_nobody_works_on_is_logged_by_those_who_leave_it_to_others(db, clock, caplog):
    server, worker = process(), process(*QUEUES)
    server.say()
    assert not caplog.messages, "a worker may still be starting"
    clock.forward(seconds=LOST_AFTER.total_seconds())
    server.say()
    assert caplog.messages == [
        "no process works on default, slow, ratings, solving: start manage.py worker, or serve without "
        "--no-worker"
    ]
    caplog.clear()
    worker.say()
    server.say()
    assert not caplog.messages
    clock.forward(seconds=LOST_AFTER.total_seconds())
    worker.say()
    assert not caplog.messages
    server.say()
    assert not caplog.messages, "it has just been heard of"


@pytest.mark.parametrize("hours", [-1, 1])
@pytest.mark.usefixtures("looks")
def test_a_clock_that_is_set_leaves_nobody_counted_who_is_gone(db, clock, hours):
    worker = process(*QUEUES)
    worker.say()
    assert not idle_queues(clock.now)
    clock.forward(hours=hours)
    assert idle_queues(clock.now) == list(QUEUES)
    worker.say()
    assert not idle_queues(clock.now)
    assert Process.objects.count() == 1


def test_a_worker_of_a_queue_that_is_none_does_not_start(db, monkeypatch):
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(CommandError, match="There is no queue par, only default, slow"):
        call_command("worker", queues=["default", "par"])
