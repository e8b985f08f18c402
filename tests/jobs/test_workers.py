"""Jobs are done once each, however many work, and done by another if a worker dies."""

from collections import Counter
from datetime import timedelta
from queue import Queue

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks import TaskResultStatus
from django_tasks.signals import task_enqueued
from django_tasks_db.models import DBTaskResult

from competitions.jobs.other_releases import MOST_TIMES, MOVED_TASKS
from competitions.jobs.recovery import LEASE, at_work, free_unfinished, make_ready_again, renew
from competitions.jobs.workers import QUEUES, SLOW, USUAL, Bell, Worker, Workers, waiting
from competitions.models import Attempt, Competition, StateChange
from tests.clients.contests import sealed
from tests.clients.rest import Client, through_django
from tests.jobs.work import call_ask, do_all_ready, fail, linger, note, nothing
from tests.play.seats import sit_down
from tests.servers.daphne import ROOT, environment
from tests.servers.databases import on_databases_that_lock
from tests.servers.forking import managed
from tests.servers.running import PATIENCE_S, wait_for
from tests.threads import at_once
from tests.waiting import until

JOBS = 30
WORKERS = 6


SLOW_WORKER = ["worker", "--queues", SLOW]
"""A worker that asks for no jobs itself: who does no usual jobs watches nothing."""


def statuses():
    return Counter(DBTaskResult.objects.values_list("status", flat=True))


@on_databases_that_lock
def test_each_job_is_done_once_however_many_work(any_database, tmp_path):
    for number in range(JOBS):
        note.enqueue(str(tmp_path / "notes"), str(number))
    at_once(*[Worker().run for _ in range(WORKERS)])
    assert statuses() == {"SUCCESSFUL": JOBS}
    done = (tmp_path / "notes").read_text().split()
    assert sorted(done, key=int) == [str(number) for number in range(JOBS)]


def test_one_statement_says_in_which_queues_a_job_is_ready(any_database, django_assert_num_queries):
    nothing.enqueue()
    nothing.using(queue_name=SLOW).enqueue()
    nothing.using(queue_name=SLOW, run_after=timezone.now() + timedelta(hours=1)).enqueue()
    for status in TaskResultStatus:
        DBTaskResult.objects.update(status=status)
        with django_assert_num_queries(2):
            assert waiting(QUEUES) == ({USUAL, SLOW} if status == TaskResultStatus.READY else set())
            assert waiting([USUAL]) == ({USUAL} if status == TaskResultStatus.READY else set())


def test_a_slow_job_is_left_to_those_who_do_slow_ones(db):
    nothing.using(queue_name=SLOW).enqueue()
    do_all_ready(USUAL)
    assert statuses() == {"READY": 1}
    do_all_ready(SLOW)
    assert statuses() == {"SUCCESSFUL": 1}


@pytest.fixture
def workers(any_database):
    """Workers of both queues, started, whose watch for jobs of other processes looks once and never again."""
    made = Workers(QUEUES, 2)
    started = made.start()
    started.stop()
    yield made
    task_enqueued.disconnect(made.hear)
    made.stop(PATIENCE_S)
    assert not any(worker.thread.is_alive() for worker in made.workers)


def until_done(jobs):
    until(lambda: statuses() == {"SUCCESSFUL": jobs})


def test_what_this_process_asks_for_is_done_without_looking_for_it(workers, tmp_path):
    for number in range(JOBS):
        note.using(queue_name=QUEUES[number % 2]).enqueue(str(tmp_path / "notes"), str(number))
    until_done(JOBS)
    with transaction.atomic():
        nothing.enqueue()
    until_done(JOBS + 1)


def test_jobs_of_others_are_found_by_looking(workers):
    task_enqueued.disconnect(workers.hear)
    for queue in QUEUES:
        nothing.using(queue_name=queue).enqueue()
    workers.look()
    until_done(len(QUEUES))


def test_slow_jobs_hold_up_no_usual_one(workers, tmp_path):
    """There are more slow ones than workers, and each waits for what comes after it."""
    go_on = tmp_path / "go on"
    for _ in range(4):
        linger.using(queue_name=SLOW).enqueue(str(tmp_path / "slow"), str(go_on))
    note.enqueue(str(go_on), "done beside them")
    until_done(5)


def test_a_job_that_fails_is_not_tried_again_and_stops_nobody(db, tmp_path, caplog):
    fail.enqueue()
    note.enqueue(str(tmp_path / "notes"), "after it")
    do_all_ready()
    do_all_ready()
    assert statuses() == {"FAILED": 1, "SUCCESSFUL": 1}
    assert [record.levelname for record in caplog.records if record.name == "django_tasks"] == ["ERROR"]
    assert (tmp_path / "notes").read_text() == "after it\n"


def test_a_worker_goes_on_though_its_connection_cannot_be_closed(monkeypatch):
    bell, runs = Bell(), Queue()

    def fail(_):
        raise OperationalError("the server has gone")

    worker = Worker(bell=bell)
    monkeypatch.setattr(worker, "run", lambda: runs.put(connections["default"]))
    monkeypatch.setattr(type(connections["default"]), "close", fail)
    worker.thread.start()
    for _ in range(2):
        bell.ring()
        runs.get(timeout=PATIENCE_S)
    worker.running = False
    bell.ring()
    worker.thread.join(PATIENCE_S)
    assert not worker.thread.is_alive()


@pytest.mark.parametrize(
    "unknown",
    [
        {"task_path": "tests.jobs.work.of_the_next_release"},
        {"task_path": "tests.jobs.in_the_next_release.note"},
        {"args_kwargs": {"args": [], "kwargs": {"of_the_next_release": True}}},
    ],
)
def test_a_job_that_only_another_release_knows_is_left_to_its_workers(db, caplog, unknown):
    job = nothing.enqueue()
    mine = DBTaskResult.objects.filter(pk=job.id)
    known = mine.values("task_path", "args_kwargs").get()
    mine.update(**unknown)
    do_all_ready()
    assert statuses() == {"READY": 1}
    assert timezone.now() < mine.get().run_after < timezone.now() + timedelta(minutes=1), "the other's turn"
    assert "is left to workers of another release" in caplog.text
    mine.update(run_after=timezone.now(), worker_ids=["a worker"] * MOST_TIMES)
    do_all_ready()
    assert statuses() == {"FAILED": 1}, "nobody came who knows it"
    mine.update(status="READY", run_after=timezone.now(), **known)
    do_all_ready()
    assert statuses() == {"SUCCESSFUL": 1}


@pytest.mark.extra
@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_a_job_of_a_worker_that_was_killed_is_done_by_another(any_database, tmp_path):
    notes, go_on = tmp_path / "notes", tmp_path / "go on"
    job = linger.using(queue_name=SLOW).enqueue(str(notes), str(go_on))
    env = environment({"DATABASE_URL": any_database, "DATA_DIR": str(tmp_path)})
    with managed(SLOW_WORKER, tmp_path / "log", cwd=ROOT, env=env) as process:
        wait_for(process, lambda: notes.exists() and notes.read_text().endswith("\n"), tmp_path / "log")
        assert not make_ready_again(timezone.now())
        process.kill()
        process.wait()
    assert notes.read_text() == f"{process.pid}\n"
    do_all_ready()
    assert statuses() == {"RUNNING": 1}
    assert make_ready_again(timezone.now() + LEASE) == 1
    go_on.touch()
    do_all_ready()
    assert statuses() == {"SUCCESSFUL": 1}
    assert notes.read_text().split()[-1] == "done"
    job.refresh()
    assert len(set(job.worker_ids)) == 2


def begun(now):
    """A job that somebody has begun."""
    job = DBTaskResult.objects.get(pk=nothing.enqueue().id)
    job.claim("somebody")
    DBTaskResult.objects.filter(pk=job.pk).update(started_at=now)
    return job


def test_a_job_is_taken_back_when_its_lease_is_over_and_not_before(db):
    now = timezone.now()
    job = begun(now)
    assert make_ready_again(now + LEASE - timedelta(microseconds=1)) == 0
    assert make_ready_again(now + LEASE) == 1
    job.refresh_from_db()
    assert job.status == TaskResultStatus.READY


def test_a_job_begun_before_the_clock_was_set_back_is_taken_back(db):
    now = timezone.now()
    begun(now)
    assert make_ready_again(now - timedelta(days=1)) == 1


def test_a_job_that_is_still_being_done_keeps_its_lease(db):
    now = timezone.now()
    mine, lost = begun(now), begun(now)
    with at_work(mine.pk):
        renew(now + LEASE / 2)
        assert make_ready_again(now + LEASE) == 1
    lost.refresh_from_db()
    assert lost.status == TaskResultStatus.READY
    renew(now + LEASE)
    assert make_ready_again(now + 3 * LEASE / 2) == 1


def test_one_statement_says_that_no_job_has_lost_its_worker(any_database, django_assert_num_queries):
    now = timezone.now()
    begun(now)
    with django_assert_num_queries(1):
        assert make_ready_again(now + LEASE / 2) == 0
    assert make_ready_again(now + LEASE) == 1


def test_while_a_job_is_done_and_no_longer_its_process_holds_it(db, monkeypatch):
    soon, later = (timezone.now() + timedelta(hours=hours) for hours in (1, 2))
    monkeypatch.setattr("tests.jobs.work.ask", lambda: renew(soon))
    call_ask.enqueue()
    do_all_ready()
    jobs = DBTaskResult.objects.filter(started_at=soon)
    assert jobs.update(status=TaskResultStatus.RUNNING) == 1
    renew(later)
    assert jobs.exists()


def test_a_process_that_has_the_database_alone_does_again_what_the_one_before_it_had_begun(db):
    now = timezone.now()
    begun(now)
    free_unfinished(now)
    assert statuses() == {"READY": 1}


def test_beside_an_sqlite_database_there_is_no_other_process(db):
    with pytest.raises(CommandError, match="serve does the work itself"):
        call_command("worker")


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
@pytest.mark.extra
def test_when_the_only_worker_dies_the_next_one_does_what_has_come_meanwhile(any_database, client, tmp_path):
    """Attempts end, states are recorded and jobs are done, though nobody serves."""
    anyone = Client(through_django(client))
    owner, player = anyone.guest("Olga Owner"), anyone.guest("Ray Rival")
    notes, log = tmp_path / "notes", tmp_path / "log"
    env = environment({"DATABASE_URL": any_database, "DATA_DIR": str(tmp_path)})
    for turn in (1, 2):
        event = owner.create(**sealed("winabit"))
        sit_down(player, event)
        note.enqueue(str(notes), str(turn))
        Competition.objects.filter(pk=event["id"]).update(closes_at=timezone.now(), due_at=timezone.now())
        with managed(["worker"], log, cwd=ROOT, env=env) as process:
            wait_for(process, lambda event=event: closed(event), log)
            wait_for(process, lambda turn=turn: notes.exists() and str(turn) in notes.read_text(), log)
            process.kill()
            process.wait()
        assert not Attempt.objects.running().exists()


def closed(event):
    return StateChange.objects.filter(competition=event["id"], state="closed").exists()


@pytest.mark.extra
@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_a_worker_that_is_told_to_stop_ends_its_job_and_then_itself(any_database, tmp_path):
    notes, go_on = tmp_path / "notes", tmp_path / "go on"
    linger.using(queue_name=SLOW).enqueue(str(notes), str(go_on))
    env = environment({"DATABASE_URL": any_database, "DATA_DIR": str(tmp_path)})
    with managed(SLOW_WORKER, tmp_path / "log", cwd=ROOT, env=env) as process:
        wait_for(process, notes.exists, tmp_path / "log")
        process.terminate()
        go_on.touch()
        assert process.wait(PATIENCE_S) == 0
    assert statuses() == {"SUCCESSFUL": 1}


@pytest.mark.django_db
def test_a_job_that_waits_under_an_older_path_of_its_task_is_done(monkeypatch):
    """A job asked for by the release before, in which the task stood elsewhere."""
    for old, new in MOVED_TASKS.items():
        assert import_string(new).module_path == new, old
    nothing.enqueue()
    assert DBTaskResult.objects.update(task_path="competitions.old.nothing") == 1
    monkeypatch.setitem(MOVED_TASKS, "competitions.old.nothing", nothing.module_path)
    do_all_ready(USUAL)
    assert DBTaskResult.objects.get().status == TaskResultStatus.SUCCESSFUL
