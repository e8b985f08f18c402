"""Two devices, two processes, at the same moment."""

import json

import pytest

from competitions.models import Attempt, Log, Move
from competitions.play import deadlines
from tests.clients.contests import moves_scoring, sealed
from tests.servers.databases import LOCKING, on_databases_that_lock
from tests.threads import at_once

from .seats import Seat, begin, sit_down
from .sites import guest

on_sites_that_lock = pytest.mark.parametrize("sites", LOCKING, indirect=True)


def _moves(view, count):
    """Different moves that are all allowed now."""
    assert len(view["legal"]) >= count
    return view["legal"][:count]


@on_sites_that_lock
def test_the_same_move_from_two_devices_is_answered_the_same_to_both(sites):
    player = guest(sites[0])
    seat = sit_down(player, player.create(**sealed("winabit")))
    with sites[0].table(player, seat.attempt) as one, sites[1].table(player, seat.attempt) as other:
        view = one.hear()["view"]
        assert other.hear()["view"] == view
        for ply in range(12):
            move = "turn" if "turn" in view["legal"] else "redeal"
            one.say({"ply": ply, "move": move})
            other.say({"ply": ply, "move": move})
            answers = one.hear(), other.hear()
            assert answers[0] == answers[1]
            view = answers[0]["view"]
            assert view["ply"] == ply + 1
    seat.finish()


@on_sites_that_lock
def test_different_moves_at_one_ply_are_one_move_and_one_stale_ply(sites):
    player = guest(sites[0])
    seat = sit_down(player, player.create(**sealed("winabit")))
    with sites[0].table(player, seat.attempt) as one, sites[1].table(player, seat.attempt) as other:
        view = one.hear()["view"]
        other.hear()
        for ply in range(10):
            first, second = _moves(view, 2)
            one.say({"ply": ply, "move": first})
            other.say({"ply": ply, "move": second})
            answers = one.hear(), other.hear()
            assert sorted(answer["type"] for answer in answers) == ["error", "view"]
            [refused] = [answer for answer in answers if answer["type"] == "error"]
            [played] = [answer for answer in answers if answer["type"] == "view"]
            assert refused["code"] == "stale_ply"
            assert refused["view"] == played["view"]
            view = played["view"]
            if view["finished"] or len(view["legal"]) < 2:
                break


@on_sites_that_lock
def test_rest_and_the_socket_at_once_are_one_player(sites):
    player = guest(sites[0])
    seat = sit_down(player, player.create(**sealed("winabit")))
    elsewhere = Seat(sites[1].as_seen_by(player), seat.attempt)
    with sites[0].table(player, seat.attempt) as table:
        view = table.hear()["view"]
        for ply in range(10):
            first, second = _moves(view, 2)
            told, said = at_once(
                lambda ply=ply, move=first: table.play(ply, move),
                lambda ply=ply, move=second: elsewhere.play(ply, move),
            )
            assert (told["type"], said.status) in {("view", 409), ("error", 200)}
            assert told.get("code", "stale_ply") == "stale_ply"
            assert told["view"] == said.body["view"]
            view = told["view"]
            if len(view["legal"]) < 2:
                break


@pytest.mark.extra
@on_sites_that_lock
def test_an_end_and_a_move_at_once_lose_nothing_that_was_answered(sites):
    """Whichever comes first: the move is in the log, or it was refused."""
    player = guest(sites[0])
    event = player.create(rounds=[{"game": "winabit", "seed": "pub"}], attempts=None)
    for _ in range(6):
        seat = sit_down(player, event)
        elsewhere = Seat(sites[1].as_seen_by(player), seat.attempt)
        with sites[0].table(player, seat.attempt) as table:
            table.hear()
            table.play(0, "turn")
            told, ended = at_once(lambda table=table: table.play(1, "turn"), elsewhere.finish)
        assert ended.body["state"] == "finished"
        made = 2 if told["type"] == "view" else 1
        assert seat.view["ply"] == ended.body["view"]["ply"] == made
        assert told.get("code", "attempt_finished") == "attempt_finished"


@pytest.mark.extra
@on_sites_that_lock
def test_a_takeback_by_another_process_and_a_move_at_once_are_one_after_the_other(sites):
    player = guest(sites[0])
    event = player.create(play="open", rounds=[{"game": "winabit", "seed": "pub"}])
    seat = sit_down(player, event)
    elsewhere = Seat(sites[1].as_seen_by(player), seat.attempt)
    with sites[0].table(player, seat.attempt) as table:
        table.hear()
        for _ in range(5):
            assert elsewhere.undo(0).status == 200
            for ply in range(3):
                assert table.play(ply, "turn")["view"]["ply"] == ply + 1
            told, undone = at_once(lambda: table.play(3, "turn"), lambda: elsewhere.undo(1))
            assert undone.body["view"]["ply"] == 1
            assert told.get("code", "stale_ply") == "stale_ply"
            assert seat.view == undone.body["view"]


# In this process, with threads


@on_databases_that_lock
def test_one_player_beginning_at_once_has_one_attempt(committed):
    owner = committed.guest("Olga Owner")
    event = owner.create(**sealed("winabit"))
    owner.join(event)
    answers = at_once(*[lambda: begin(owner, event)] * 6)
    assert sorted(answer.status for answer in answers) == [200] * 5 + [201]
    assert len({answer.body["id"] for answer in answers}) == 1
    assert Attempt.objects.count() == 1


@pytest.mark.extra
@on_databases_that_lock
def test_many_players_beginning_and_ending_at_once_are_all_counted(committed):
    owner = committed.guest("Olga Owner")
    event = owner.create(**sealed("winabit"))
    players = [committed.guest(f"Player {n}") for n in range(5)]
    for player in players:
        player.join(event)

    def play(player):
        seat = Seat(player, begin(player, event).body)
        seat.play(0, "turn")
        return seat.finish()

    answers = at_once(*(lambda player=player: play(player) for player in players))
    assert {answer.body["state"] for answer in answers} == {"finished"}
    assert owner.standings(event)["total"] == 5
    assert [json.loads(log.moves) for log in Log.objects.all()] == [["turn"]] * 5


@on_databases_that_lock
def test_an_attempt_is_ended_once_whoever_ends_it(committed, clock):
    owner = committed.guest("Olga Owner")
    event = owner.create(**sealed("winabit", time_limit_s=60))
    seat = sit_down(owner, event)
    seat.play(0, "turn")
    before = owner.standings(event)["version"]
    clock.forward(seconds=60)
    at_once(*[lambda: deadlines.end_overdue(clock.now)] * 3, seat.finish, lambda: seat.play(1, "turn"))
    assert (Log.objects.count(), Move.objects.count()) == (1, 0)
    assert owner.standings(event)["version"] == before + 1


@pytest.mark.extra
@on_databases_that_lock
def test_nothing_begins_in_a_competition_that_is_being_closed_and_certified(committed, clock):
    owner = committed.guest("Olga Owner")
    players = [committed.guest(f"Player {n}") for n in range(4)]
    for _ in range(3):
        event = owner.create(**sealed("winabit"))
        for player in players:
            player.join(event)
        clock.forward(seconds=1)

        def end(event=event):
            closed = owner.post(f"/competitions/{event['id']}/close", {})
            return closed.status, owner.post(f"/competitions/{event['id']}/certify", {}).status

        answers = at_once(
            end, *(lambda player=player, event=event: begin(player, event) for player in players)
        )
        assert answers[0] == (200, 200)
        assert {answer.outcome for answer in answers[1:]} <= {(201, None), (409, "round_not_open")}
        assert not Attempt.objects.running().exists()
        begun = sum(answer.status == 201 for answer in answers[1:])
        assert Log.objects.filter(round__competition=event["id"]).count() == begun


@on_databases_that_lock
def test_attempts_run_out_however_they_are_begun(committed):
    owner = committed.guest("Olga Owner")
    event = owner.create(attempts=2)
    owner.join(event)
    logs = [moves_scoring(score) for score in (15, 20, 25)]
    acts = [lambda moves=moves: owner.submit(event, moves) for moves in logs]
    answers = at_once(*acts, *[lambda: begin(owner, event)] * 3)
    assert {answer.outcome for answer in answers} <= {(201, None), (200, None), (409, "no_attempts_left")}
    assert Attempt.objects.count() == 2
    assert sorted(Attempt.objects.values_list("number", flat=True)) == [1, 2]
