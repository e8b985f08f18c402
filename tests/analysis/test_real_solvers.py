"""The whole path with the solvers themselves, from a game that is sent to its analysis."""

import pytest

from competitions.models import AnalysedLog
from tests.clients.contests import golden
from tests.jobs.work import do_all_due


@pytest.mark.extra
@pytest.mark.parametrize("vectors", ["wish", "well-either"])
def test_a_game_is_analysed(anyone, owner, rival, clock, solve_all, vectors):
    do_all_due()  # the followers are there before anything is
    log = golden(vectors)["log"]
    event = owner.create(rounds=[{field: log[field] for field in ("game", "rules", "seed") if field in log}])
    rival.join(event)
    sent = rival.submit(event, log["moves"]).body
    clock.forward(seconds=1)
    owner.act(event, "close")
    solve_all()
    found = AnalysedLog.objects.get(log=sent["id"])
    assert (found.due, found.tries) == (False, 1)
    told = anyone.get(f"/logs/{sent['id']}/analysis").body
    assert told["initial"] + told["luck"] + told["skill"] == sent["score"]
    assert len(told["moves"]) == len(log["moves"])
    [row] = anyone.get(f"/competitions/{event['id']}/rounds/1/luck").body["rows"]
    assert row["corrected"] == sent["score"] - told["luck"]
