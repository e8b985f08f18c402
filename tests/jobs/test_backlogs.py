"""Backlogs: whatever becomes due has a job that sees it."""

from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from competitions.jobs.backlogs import Backlog
from competitions.models import Process
from tests.jobs.work import nothing

BACKLOG = Backlog("the test", Process.objects.all(), nothing)


def waiting():
    return DBTaskResult.objects.filter(status=TaskResultStatus.READY).count()


def test_a_job_that_runs_before_the_commit_is_followed_by_one_that_sees_the_row(
    db, django_capture_on_commit_callbacks
):
    earlier = nothing.enqueue()
    with django_capture_on_commit_callbacks(execute=True):
        now = timezone.now()
        Process.objects.create(name="due", queues=[], looks={}, started_at=now, seen_at=now)
        BACKLOG.ask()
        # Elsewhere the job that was waiting runs, and cannot see the row yet.
        DBTaskResult.objects.filter(pk=earlier.id).update(status=TaskResultStatus.SUCCESSFUL)
        assert waiting() == 0
    assert waiting() == 1


def test_no_job_is_asked_for_what_was_rolled_back(db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        BACKLOG.ask()
    assert waiting() == 0
