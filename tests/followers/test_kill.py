"""Whoever works for a follower is killed in the middle: another goes on, and nothing is left out."""

from datetime import UTC, datetime

from competitions.jobs import due_rows
from competitions.jobs.recovery import make_ready_again
from tests.jobs.work import do_all_due
from tests.servers.daphne import ROOT, environment
from tests.servers.forking import calling
from tests.servers.running import wait_for

from . import victim
from .conftest import contest, happens


def test_what_a_killed_worker_was_given_is_given_again(any_database, follow, clock, tmp_path):
    notes, log = tmp_path / "notes", tmp_path / "log"
    event = contest(5)
    env = environment({"DATABASE_URL": any_database})
    with calling(victim.main, [str(notes), "3"], log, cwd=ROOT, env=env) as process:
        wait_for(process, lambda: notes.exists() and notes.read_text().endswith("3\n"), log)
        process.kill()
        process.wait()
    clock.now = datetime.now(UTC)  # the clock of the process that was killed
    assert notes.read_text().split() == ["1", "2", "3"]
    taker = follow()
    happens(event)
    do_all_due()
    assert not taker.rows, "two may be at it"
    clock.now += due_rows.LEASE
    assert make_ready_again(clock.now) == 1
    do_all_due()
    assert taker.taken == {event.pk: [3, 4, 5, 6]}
