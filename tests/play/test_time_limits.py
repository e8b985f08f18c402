"""Another time limit in a contest that runs."""

from datetime import timedelta

import pytest

from competitions.contests import change
from competitions.play.deadlines import do_what_is_due
from competitions.play.raise_time_limit import lock_players_at_play
from competitions.times import moment
from tests.clients.contests import sealed

from .seats import sit_down


def test_the_time_limit_may_be_raised_while_a_round_runs_and_is_for_running_games_too(owner, rival, clock):
    event = owner.create(**sealed("winabit", time_limit_s=60))
    seat = sit_down(rival, event)
    for limit in (59, 10):
        assert owner.change(event, time_limit_s=limit).outcome == (409, "wrong_state")
    assert owner.change(event, time_limit_s=120).body["time_limit_s"] == 120
    assert seat.look()["deadline"] == moment(clock.now + timedelta(seconds=120))
    assert owner.change(event, time_limit_s=None).status == 200
    assert seat.look()["deadline"] is None
    assert owner.change(event, time_limit_s=600).outcome == (409, "wrong_state")


@pytest.mark.parametrize(("begin", "outcome"), [(1, (200, None)), (9, (429, "rate_limited"))])
def test_who_begins_while_the_limit_is_raised_is_locked_first(owner, crowd, monkeypatch, begin, outcome):
    """A player who begins between the two locks could wait for the one row, and hold the other."""
    event = owner.create(**sealed("winabit", time_limit_s=60))
    players = crowd([f"Player {number}" for number in range(begin)])

    def lock(competition):
        locked = lock_players_at_play(competition)
        if players:
            sit_down(players.pop(), event)
        return locked

    monkeypatch.setattr(change, "lock_players_at_play", lock)
    assert owner.change(event, time_limit_s=120).outcome == outcome
    assert owner.read(event)["time_limit_s"] == (120 if outcome[0] == 200 else 60)


def test_a_higher_limit_revives_no_game_whose_time_is_over(owner, rival, clock):
    event = owner.create(**sealed("winabit", time_limit_s=60))
    seat = sit_down(rival, event)
    clock.forward(seconds=61)
    assert owner.change(event, time_limit_s=120).status == 200
    do_what_is_due(clock.now, since=None)
    assert seat.look()["state"] == "finished"
