"""Two devices, two processes, at the same moment."""

import pytest

from competitions.models import Attempt, Log, Move
from competitions.play import deadlines
from tests.clients.contests import moves_scoring, sealed
from tests.servers.databases import LOCKING, on_databases_that_lock
from tests.threads import at_once

from .seats import Seat, begin, sit_down
from .sites import guest

on_sites_that_lock = pytest.mark.parametrize("sites", LOCKING, indirect=True)


@pytest.fixture
def player(sites):
    return guest(sites[0])


def _moves(view):
    """Two different moves that are allowed now; the same twice if there is one."""
    return view["legal"][0], view["legal"][:2][-1]


@on_sites_that_lock
@pytest.mark.parametrize("same", [True, False])
def test_moves_from_two_devices_at_one_ply_are_one_move_and_another_is_stale(sites, player, same):
    seat = sit_down(player, player.create(**sealed("winabit")))
    with sites[0].table(player, seat.attempt) as one, sites[1].table(player, seat.attempt) as other:
        view = one.hear()["view"]
        assert other.hear()["view"] == view
        for ply in range(12):
            first, second = _moves(view)
            if first == second and not same:
                break
            one.say({"ply": ply, "move": first})
            other.say({"ply": ply, "move": first if same else second})
            answers = one.hear(), other.hear()
            view = answers[0]["view"]
            assert answers[1]["view"] == view
            assert view["ply"] == ply + 1
            codes = sorted(answer.get("code", "") for answer in answers)
            assert codes == (["", ""] if same else ["", "stale_ply"])
            assert answers[0] == answers[1] or not same
    assert ply
    seat.finish()


@on_sites_that_lock
def test_rest_and_the_socket_at_once_are_one_player(sites, player):
    seat = sit_down(player, player.create(**sealed("winabit")))
    elsewhere = Seat(sites[1].as_seen_by(player), seat.attempt)
    with sites[0].table(player, seat.attempt) as table:
        view = table.hear()["view"]
        for ply in range(10):
            first, second = _moves(view)
            if first == second:
                break
            told, said = at_once(
                lambda ply=ply, move=first: table.play(ply, move),
                lambda ply=ply, move=second: elsewhere.play(ply, move),
            )
            assert (told["type"], said.status) in {("view", 409), ("error", 200)}
            assert told.get("code", "stale_ply") == "stale_ply"
            view = told["view"]
            assert said.body["view"] == view
    assert ply


@pytest.mark.extra
@on_sites_that_lock
def test_an_end_or_a_takeback_and_a_move_at_once_lose_nothing_that_was_answered(sites, player):
    """Whichever comes first: the move is in the log, or it was refused."""
    event = player.create(rounds=[{"game": "winabit", "seed": "pub"}], attempts=None)
    for _ in range(6):
        seat = sit_down(player, event)
        elsewhere = Seat(sites[1].as_seen_by(player), seat.attempt)
        with sites[0].table(player, seat.attempt) as table:
            table.hear()
            assert [table.play(ply, "turn")["view"]["ply"] for ply in range(3)] == [1, 2, 3]
            told, undone = at_once(
                lambda table=table: table.play(3, "turn"), lambda seat=elsewhere: seat.undo(1)
            )
            assert undone.body["view"]["ply"] == 1
            assert told.get("code", "stale_ply") == "stale_ply"
            assert seat.view == undone.body["view"]
            told, ended = at_once(lambda table=table: table.play(1, "turn"), elsewhere.finish)
        assert ended.body["state"] == "finished"
        made = 2 if told["type"] == "view" else 1
        assert seat.view["ply"] == ended.body["view"]["ply"] == made
        assert told.get("code", "attempt_finished") == "attempt_finished"


# In this process, with threads


@pytest.fixture
def owner(committed):
    return committed.guest("Olga Owner")


@on_databases_that_lock
def test_one_player_beginning_at_once_has_one_attempt(owner):
    event = owner.create_for(owner, **sealed("winabit"))
    answers = at_once(*[lambda: begin(owner, event)] * 6)
    assert sorted(answer.status for answer in answers) == [200] * 5 + [201]
    assert {answer.body["id"] for answer in answers} == {Attempt.objects.get().pk}


@on_databases_that_lock
def test_an_attempt_is_ended_once_whoever_ends_it(owner, clock):
    event = owner.create(**sealed("winabit", time_limit_s=60))
    seat = sit_down(owner, event)
    seat.play(0, "turn")
    before = owner.standings(event)["version"]
    clock.forward(seconds=60)
    at_once(*[lambda: deadlines.end_overdue(clock.now)] * 3, seat.finish, lambda: seat.play(1, "turn"))
    assert (Log.objects.count(), Move.objects.count()) == (1, 0)
    assert owner.standings(event)["version"] == before + 1


@on_databases_that_lock
def test_attempts_run_out_however_they_are_begun(owner):
    event = owner.create_for(owner, attempts=2)
    acts = [lambda score=score: owner.submit(event, moves_scoring(score)) for score in (15, 20, 25)]
    answers = at_once(*acts, *[lambda: begin(owner, event)] * 3)
    assert {answer.outcome for answer in answers} <= {(201, None), (200, None), (409, "no_attempts_left")}
    assert sorted(Attempt.objects.values_list("number", flat=True)) == [1, 2]
