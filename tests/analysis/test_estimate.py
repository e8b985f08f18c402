"""How long it takes until games are analysed: who comes first, and what a page says of it."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from competitions.jobs import due_rows
from competitions.models import AnalysedLog, Competition, Log, Round
from competitions.solving.analysis.analyse_games import LOGS, MOST_PLAYERS
from competitions.solving.analysis.analysis_requests import find_analyses
from competitions.solving.analysis.estimate import minutes_to_analyse
from tests.clients.contests import golden_round, moves_scoring

N = 3


@pytest.fixture
def waiting(owner, crowd):
    """Makes a contest whose games all wait for their analysis, and gives its round."""
    players = crowd(["Ann", "Bea"])

    def waiting(entrants: int) -> Round:
        event = owner.create_for(*players, attempts=None, rounds=[golden_round(n=N)])
        for player in players:
            assert player.submit(event, moves_scoring(20, n=N)).status == 201
        Competition.objects.filter(pk=event["id"]).update(entrants=entrants)
        round = Round.objects.select_related("competition").get(competition=event["id"])
        AnalysedLog.objects.bulk_create(AnalysedLog(log=log) for log in Log.objects.filter(round=round))
        return round

    return waiting


def test_games_of_small_contests_come_first_and_the_others_have_a_share(waiting, clock, monkeypatch):
    large, small = waiting(MOST_PLAYERS + 1), waiting(MOST_PLAYERS)

    def taken(chance: float) -> int:
        monkeypatch.setattr(due_rows, "random", SimpleNamespace(random=lambda: chance))
        row = LOGS.lease(clock.now)
        assert row is not None
        return row.log.round_id

    assert [taken(due_rows.SHARE_OF_OTHERS) for _ in range(3)] == [small.pk, small.pk, large.pk]
    AnalysedLog.objects.update(free_at=None)
    AnalysedLog.objects.filter(log__round=small).update(tries=1)
    assert taken(0.0) == large.pk


def test_the_estimate_follows_how_many_wait_and_how_long_the_last_took(waiting, clock):
    large, small = waiting(MOST_PLAYERS + 1), waiting(MOST_PLAYERS)
    assert (minutes_to_analyse(small), minutes_to_analyse(large)) == (1, 2), "as long as nothing is known"
    for seconds in (80, 90, 4000):
        job = DBTaskResult.objects.get(pk=find_analyses.enqueue().id)
        DBTaskResult.objects.filter(pk=job.pk).update(
            status=TaskResultStatus.SUCCESSFUL, finished_at=job.enqueued_at + timedelta(seconds=seconds)
        )
    assert (minutes_to_analyse(small), minutes_to_analyse(large)) == (3, 6)
    AnalysedLog.objects.update(due=False)
    assert minutes_to_analyse(small) == 2, "of one that somebody asks for now"
