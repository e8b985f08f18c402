"""What becomes due has a job that sees it, leases are kept, and failures are on record."""

from datetime import timedelta
from itertools import pairwise

from django.core.management import call_command
from django.utils.translation import get_language, override
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from competitions.jobs.due_rows import LEASE, PAUSES, DueRows, free_leases
from competitions.jobs.work import Work
from competitions.jobs.workers import ToldToStop
from competitions.models import CertifiedRound, Competition, FollowerState
from tests.competitions.conftest import anyone, clock, owner
from tests.jobs.work import nothing

__all__ = ["anyone", "clock", "owner"]

STATES = DueRows(FollowerState.objects.all(), whose=("name",))

WORK = Work("the test", STATES, nothing)


def waiting():
    return DBTaskResult.objects.filter(status=TaskResultStatus.READY).count()


def test_a_job_that_runs_before_the_commit_is_followed_by_one_that_sees_the_row(
    db, django_capture_on_commit_callbacks
):
    earlier = nothing.enqueue()
    with django_capture_on_commit_callbacks(execute=True):
        FollowerState.objects.create(name="due")
        WORK.ask()
        # Elsewhere the job that was waiting runs, and cannot see the row yet.
        DBTaskResult.objects.filter(pk=earlier.id).update(status=TaskResultStatus.SUCCESSFUL)
        assert waiting() == 0
    assert waiting() == 1


def test_no_job_is_asked_for_what_was_rolled_back(db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        WORK.ask()
    assert waiting() == 0


def test_a_row_is_leased_by_one_worker_until_its_lease_is_over(db, clock):
    FollowerState.objects.create(name="due")
    mine = STATES.lease(clock.now)
    assert STATES.lease(clock.now + LEASE - timedelta(microseconds=1)) is None
    other = STATES.lease(clock.now + LEASE)
    assert other.tries == 2
    STATES.release(mine)
    assert not STATES.mine(mine).exists()
    assert STATES.lease(clock.now + LEASE) is None, "a lost lease frees nothing"
    free_leases()
    assert STATES.lease(clock.now + LEASE) is not None


def test_failed_work_is_tried_again_after_growing_pauses_and_told_to_operators(db, clock, capsys):
    FollowerState.objects.create(name="due")
    calls = []

    def fail(row):
        calls.append(clock.now)
        raise ValueError("a secret card")

    for pause in (*PAUSES, PAUSES[-1], PAUSES[-1]):
        assert STATES.work_off(fail)
        assert FollowerState.objects.get().error.startswith("ValueError in fail, line ")
        clock.now += pause - timedelta(microseconds=1)
        assert STATES.work_off(fail)
        clock.now += timedelta(microseconds=1)
    assert [late - early for early, late in pairwise(calls)] == [*PAUSES, PAUSES[-1]]
    assert "secret" not in FollowerState.objects.get().error


def test_a_job_that_is_told_to_stop_gives_its_row_back(db, clock):
    FollowerState.objects.create(name="due")

    def stop(row):
        raise ToldToStop

    assert not STATES.work_off(stop)
    assert (FollowerState.objects.get().tries, FollowerState.objects.get().free_at) == (0, None)


def test_what_was_set_aside_is_told_and_tried_again_if_asked(owner, clock, capsys):
    event = owner.create()
    CertifiedRound.objects.create(round_id=Competition.objects.get(pk=event["id"]).rounds.get().pk)
    rows = DueRows(CertifiedRound.objects.all())
    for _ in range(len(PAUSES) + 1):
        assert rows.work_off(lambda row: 1 / 0)
        clock.now += PAUSES[-1]
    assert list(rows.set_aside()) == [CertifiedRound.objects.get(due=False)]

    def lines(*options):
        call_command("work", *options)
        return {tuple(line.split()) for line in capsys.readouterr().out.splitlines()}

    assert ("history", "0", "0", "0", "1") in lines()
    lines("--again")
    assert ("history", "1", "1", "0", "0") in lines()


def test_what_a_job_says_is_in_the_language_of_the_site(settings):
    """Whoever asked for the job, and in whatever language."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    said = []
    for site, of_another in (("en", "de"), ("de", "en")):
        settings.LANGUAGE_CODE = site
        with override(of_another):
            WORK.run(lambda end: said.append(get_language()) or True)
            assert (said[-1], get_language()) == (site, of_another)
