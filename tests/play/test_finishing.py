"""The end of an attempt: given up, over its time, or finished by itself; and the log it leaves."""

import json

from competitions.models import Attempt, Log, Move
from tests.clients.contests import golden, sealed

from .seats import sit_down


def test_finishing_gives_up_what_is_not_over(owner, rival):
    event = owner.create(**sealed("wish"))
    seat = sit_down(rival, event)
    view = seat.play(0, seat.attempt["view"]["legal"][0]).body["view"]
    body = seat.finish().body
    assert (body["state"], body["finished"], body["won"]) == ("finished", False, False)
    assert (body["score"], body["view"]) == (30, view)
    assert owner.places(event) == [(1, "Ray Rival", 30)]


def test_finishing_twice_is_finishing_once(owner, rival, clock):
    event = owner.create(**sealed("wish"))
    seat = sit_down(rival, event)
    first = seat.finish()
    version = owner.standings(event)["version"]
    clock.forward(minutes=1)
    assert seat.finish().raw == first.raw
    assert (Log.objects.count(), owner.standings(event)["version"]) == (1, version)


def test_finishing_a_finished_game_leaves_it_as_it_is(owner, rival):
    seat = sit_down(rival, owner.create())
    seat.play(0, *golden()["log"]["moves"])
    body = seat.finish().body
    assert (body["finished"], body["score"]) == (True, golden()["result"]["score"])


def test_an_attempt_given_up_at_once_is_an_empty_log(owner, rival):
    event = owner.create(**sealed("pyramid"))
    seat = sit_down(rival, event)
    body = seat.finish().body
    assert (body["score"], body["elapsed_ms"]) == (28, 0)
    assert Log.objects.get().moves == "[]"


def test_the_moves_of_an_ended_attempt_are_its_log(owner, rival):
    event = owner.create(**sealed("winabit"))
    seat = sit_down(rival, event)
    seat.play(0, "turn", "turn")
    assert Move.objects.count() == 2
    seat.finish()
    assert Move.objects.count() == 0
    log = Log.objects.get()
    assert json.loads(log.moves) == ["turn", "turn"]
    assert log.attempt == Attempt.objects.get()
    assert log.attempt.moves_made == 2


def test_the_same_game_may_be_played_again_on_the_server(owner, rival):
    event = owner.create(attempts=3)
    moves = golden()["log"]["moves"]
    rival.join(event)
    rival.submit(event, moves)
    for _ in range(2):
        sit_down(rival, event).play(0, *moves)
    assert Attempt.objects.filter(ended_at__isnull=False).count() == 3
    assert Attempt.objects.get(counts=True).number == 1
