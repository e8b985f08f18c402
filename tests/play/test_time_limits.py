"""Another time limit in a contest that runs."""

from datetime import timedelta

from competitions.play.deadlines import do_what_is_due
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


def test_a_higher_limit_revives_no_game_whose_time_is_over(owner, rival, clock):
    event = owner.create(**sealed("winabit", time_limit_s=60))
    seat = sit_down(rival, event)
    clock.forward(seconds=61)
    assert owner.change(event, time_limit_s=120).status == 200
    do_what_is_due(clock.now, since=None)
    assert seat.look()["state"] == "finished"
