"""`manage.py revalidate`: stored logs under today's rules."""

import io

import pytest
from django.core.management import CommandError, call_command

from competitions.models import Attempt, Log
from games.three_by_three.rules import ThreeByThreeTable
from tests.clients.contests import moves_scoring


@pytest.fixture
def logs(owner, rival):
    """An accepted log, and a rejected one."""
    event = owner.create_for(rival, attempts=None)
    sent = [rival.submit(event, moves).body for moves in (moves_scoring(20), ["turn e", "turn e"])]
    assert [log["verdict"] for log in sent] == ["accepted", "rejected"]
    return [log["id"] for log in sent]


def revalidated():
    """What the command says, and the error if it found a difference."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("revalidate", stdout=out, stderr=err)
    except CommandError as error:
        return err.getvalue(), str(error)
    return out.getvalue(), None


def test_a_score_that_is_another_now_is_told_with_its_log(logs, monkeypatch):
    said, error = revalidated()
    assert error is None
    assert "No difference" in said
    score = ThreeByThreeTable.score.fget
    monkeypatch.setattr(ThreeByThreeTable, "score", property(lambda table: score(table) + 1))
    said = f"log {logs[0]}, of version 1 of the rules: score was 20, and is 21 now\n"
    assert revalidated() == (said, "1 difference.")


def test_every_other_difference_is_told_too(logs):
    accepted, rejected = logs
    Log.objects.filter(pk=accepted).update(moves=["turn e", "turn e"], rules_version=7)
    Log.objects.filter(pk=rejected).update(code="bad_move")
    said, error = revalidated()
    assert error == "2 differences."
    refused = f"log {accepted}, of version 7 of the rules: was accepted, and is refused now at ply 1: illegal"
    assert refused in said
    assert f"log {rejected}, of version 1 of the rules: was bad_move at ply 1, and is illegal_move" in said
    Log.objects.filter(pk=accepted).update(moves=[])
    Attempt.objects.update(score=5)
    assert "score was 5, and is " in revalidated()[0]
