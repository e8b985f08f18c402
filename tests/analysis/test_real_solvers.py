"""The whole path with the solvers themselves, from a game that is sent to its analysis."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from competitions.jobs.recovery import LEASE, make_ready_again
from competitions.jobs.workers import SOLVING
from competitions.models import AnalysedLog
from competitions.solving.analysis.analyse_games import LOGS
from tests.clients.contests import golden
from tests.jobs.work import do_all_due
from tests.servers.daphne import ROOT, environment
from tests.servers.forking import managed
from tests.servers.running import wait_for


@pytest.mark.extra
@pytest.mark.parametrize("vectors", ["wish", "well-either"])
def test_a_game_is_analysed(anyone, owner, rival, clock, solve_all, vectors):
    do_all_due()  # the followers are there before anything is
    log = golden(vectors)["log"]
    event = owner.create_for(
        rival, rounds=[{field: log[field] for field in ("game", "rules", "seed") if field in log}]
    )
    sent = rival.submit(event, log["moves"]).body
    owner.close(event, clock)
    solve_all()
    found = AnalysedLog.objects.get(log=sent["id"])
    assert (found.due, found.tries) == (False, 1)
    told = anyone.get(f"/logs/{sent['id']}/analysis").body
    assert told["initial"] + told["luck"] + told["skill"] == sent["score"]
    assert len(told["moves"]) == len(log["moves"])
    [row] = anyone.get(f"/competitions/{event['id']}/rounds/1/luck").body["rows"]
    assert row["corrected"] == sent["score"] - told["luck"]


@pytest.mark.extra
@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_a_game_whose_worker_is_killed_in_the_middle_is_analysed_by_another(
    any_database, committed, clock, tmp_path
):
    clock.now = datetime.now(UTC)  # as in the worker's process
    owner, rival = committed.guest("Olga Owner"), committed.guest("Ray Rival")
    log = golden("wish")["log"]
    event = owner.create_for(
        rival, rounds=[{field: log[field] for field in ("game", "rules", "seed") if field in log}]
    )
    path = f"/logs/{rival.submit(event, log['moves']).body['id']}/analysis"
    owner.close(event, clock)
    assert committed.get(path).status == 202
    worker = {"cwd": ROOT, "env": environment({"DATABASE_URL": any_database, "DATA_DIR": str(tmp_path)})}
    notes = tmp_path / "notes"
    with managed(["worker", "--queues", SOLVING], notes, **worker) as process:
        wait_for(process, lambda: children(process.pid), notes)
        [solver] = children(process.pid)
        process.kill()
        process.wait()
    clock.now = datetime.now(UTC)
    analysed = AnalysedLog.objects.get()
    assert (analysed.due, analysed.tries, analysed.found) == (True, 1, None)
    assert LOGS.lease(clock.now) is None, "it may still be at it"
    AnalysedLog.objects.update(free_at=clock.now)
    assert make_ready_again(clock.now + LEASE) == 1
    with managed(["worker", "--queues", SOLVING], notes, **worker) as process:
        wait_for(process, lambda: AnalysedLog.objects.get().found is not None, notes)
        wait_for(process, lambda: is_gone(solver), notes)  # nobody waits for what it finds
    told = committed.get(path).body
    assert len(told["moves"]) == len(log["moves"])
    assert AnalysedLog.objects.get().tries == 2


def children(pid):
    return [
        int(child)
        for tasks in Path(f"/proc/{pid}/task").glob("*/children")
        for child in tasks.read_text().split()
    ]


def is_gone(pid):
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"
