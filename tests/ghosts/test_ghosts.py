"""A closed round played again: as in sealed play, on one's own clock, for nothing and seen by nobody else."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.db.models import QuerySet

from competitions.expiry import GHOSTS_KEPT_FOR, sweep_all
from competitions.models import Ghost
from competitions.play.ghosts import ghost_dealer
from tests.clients.contests import golden_round, sealed
from tests.competitions.stored import all_rows
from tests.play.seats import Seat, sit_down
from tests.threads import at_once


def haunt(client, event, round=1, ghost=True):
    return client.post(f"/competitions/{event['id']}/rounds/{round}/attempts", {"ghost": ghost})


def ghost_of(client, event):
    answer = haunt(client, event)
    assert answer.status in (200, 201), answer.raw
    return Seat(client, answer.body)


@pytest.fixture
def closed(owner, clock):
    """Makes a contest and closes it."""

    def closed(**settings):
        event = owner.create(**settings)
        owner.close(event, clock)
        return event

    return closed


def test_who_never_entered_plays_a_closed_round_move_by_move_on_a_clock_of_their_own(stranger, event, clock):
    answer = haunt(stranger, event)
    body, view = answer.body, answer.body["view"]
    assert answer.status == 201
    assert (body["ghost"], body["play"], body["state"], body["score"]) == (True, "sealed", "running", None)
    assert (body["player"], body["competition"], body["round"]) == (stranger.player, event["id"], 1)
    times = [clock.after(minutes=minutes).replace("+00:00", "Z") for minutes in (0, 10)]
    assert [body[name] for name in ("started_at", "deadline", "log", "place")] == [*times, None, None]
    assert "seed" not in body
    assert view["piles"]["stock"] == ["??"] * 21

    seat, first = Seat(stranger, body), view["legal"][0]
    clock.forward(seconds=5)
    view = seat.play(0, first).body["view"]
    assert seat.play(0, first).body["view"] == view
    assert seat.play(0, view["legal"][0], "nonsense").outcome == (409, "stale_ply")
    assert seat.play(2).outcome == (409, "stale_ply")
    assert seat.play(1, "nonsense").outcome == (422, "bad_move")
    assert seat.undo(0).outcome == (422, "no_undo")
    told = stranger.get(seat.path, words=1).body
    assert (told["moves"], len(told["words"]), told["scores"]) == ([first], 1, [view["score"]])
    again = haunt(stranger, event)
    assert (again.status, again.body) == (200, seat.look())

    done = seat.finish().body
    assert (done["state"], done["score"], done["elapsed_ms"]) == ("finished", view["score"], 5000)
    assert done["place"]["among"] == 5
    assert seat.finish().body == done == seat.look()
    assert seat.play(1, view["legal"][0]).outcome == (409, "attempt_finished")
    assert haunt(stranger, event).status == 201


def test_a_game_is_played_to_its_end(rival, closed):
    seat = ghost_of(rival, closed(**sealed("wish")))
    view = seat.view
    while view["legal"]:
        view = seat.play(view["ply"], view["legal"][0]).body["view"]
    body = seat.look()
    assert (body["state"], body["finished"], body["score"]) == ("finished", True, view["score"])
    assert body["place"] == {"rank": 1, "tied": False, "among": 1}


def test_the_round_must_be_closed_for_everyone(rival, owner, stranger, clock):
    event = owner.create(**sealed("wish", closes_at=clock.after(hours=1)))
    seat = sit_down(rival, event)
    for client in (stranger, rival, owner):
        assert haunt(client, event).outcome == (409, "wrong_state")
    clock.forward(hours=1)
    assert haunt(stranger, event).outcome == (409, "wrong_state")  # somebody's attempt is not ended yet
    seat.finish()
    assert haunt(stranger, event).status == 201
    assert haunt(stranger, event, round=2).outcome == (404, "not_found")
    called_off = owner.create(**sealed("wish"))
    owner.act(called_off, "cancel")
    assert haunt(stranger, called_off).outcome == (409, "wrong_state")


def test_frozen_scores_wait_for_the_reveal(rival, owner, clock):
    rounds = [golden_round(closes_at=clock.after(hours=2)), golden_round()]
    event = owner.create(rounds=rounds, freeze_at=clock.after(hours=1), closes_at=clock.after(hours=3))
    clock.forward(hours=2)
    assert haunt(rival, event).outcome == (403, "embargo")
    clock.forward(hours=1)
    assert haunt(rival, event).status == 201


def test_who_sees_the_standings_may_and_nobody_else(owner, rival, stranger, anyone, clock):
    event = owner.create_for(rival, access="invite", **sealed("wish"))
    owner.close(event, clock)
    assert haunt(stranger, event).outcome == (403, "not_entered")
    assert haunt(anyone, event).outcome == (401, "unauthenticated")
    assert haunt(rival, event).status == haunt(owner, event).status == 201


def test_to_everybody_else_there_is_no_ghost(stranger, owner, rival, anyone, event):
    seat = ghost_of(stranger, event)
    before = all_rows()
    for client in (owner, rival, anyone):
        assert client.get(seat.path).outcome == (404, "not_found")
        assert client.get(f"{seat.path}/standings").status in (401, 404)
        for act in ("moves", "undo", "finish"):
            assert client.post(f"{seat.path}/{act}", {"ply": 0, "moves": []}).status in (401, 404)
    assert all_rows() == before


def answers(clients, event):
    """What everybody is told of the contest and of its players."""
    of_event = ("", "/standings", "/standings.csv", "/events", "/audit", "/logs.ndjson", "/rounds/1/tree")
    paths = [f"/competitions/{event['id']}{end}" for end in of_event]
    paths += [f"/players/{client.player['id']}{end}" for client in clients for end in ("", "/results")]
    paths += ["/competitions", "/competitions?mine=1", "/notices", "/leaderboards/winabit"]
    return {(client.token, each): client.get(each).raw for client in clients for each in paths}


@pytest.mark.extra
def test_nothing_else_changes_by_a_ghost(stranger, rival, owner, event):
    owner.act(event, "certify")
    clients = (stranger, rival, owner)
    told, before = answers(clients, event), all_rows()
    for client in clients:
        seat = ghost_of(client, event)
        view = seat.view
        while view["legal"] and view["ply"] < 5:
            view = seat.play(view["ply"], view["legal"][0]).body["view"]
        seat.finish()
    assert answers(clients, event) == told
    after = all_rows()
    assert (len(after.pop("Ghost")), before.pop("Ghost")) == (3, [])
    assert len(after.pop("SeenDeal")) == 3 >= len(before.pop("SeenDeal"))
    assert after == before


def test_its_time_limit_is_the_rounds_and_then_a_new_one_begins(stranger, unplayed, clock):
    seat = ghost_of(stranger, unplayed)
    move = seat.view["legal"][0]
    assert seat.play(0, move).status == 200
    clock.forward(minutes=10)
    assert seat.play(1, "turn").outcome == (409, "attempt_finished")
    body = seat.look()
    assert (body["state"], body["finished"], body["moves"]) == ("finished", False, [move])
    assert body["ended_at"] == body["deadline"]
    late = ghost_of(stranger, unplayed)
    clock.forward(minutes=10)
    again = haunt(stranger, unplayed)
    assert again.status == 201
    assert len({again.body["id"], late.attempt["id"], seat.attempt["id"]}) == 3
    assert late.look()["state"] == "finished"


def test_in_well_a_move_can_be_taken_back(stranger, closed):
    seat = ghost_of(stranger, closed(**sealed("well")))
    opening = seat.view
    seat.play(0, opening["legal"][0])
    assert seat.undo(1).body["view"]["ply"] == 1
    assert seat.undo(2).outcome == (409, "stale_ply")
    assert seat.undo(0).body["view"] == opening
    assert seat.play(0, opening["legal"][1]).body["view"] == seat.view


def test_a_game_that_is_over_before_the_first_move_is_over_at_once(stranger, closed):
    body = haunt(stranger, closed(rounds=[{"game": "wish", "seed": "pub-edge-115"}])).body
    assert (body["state"], body["finished"], body["place"]["rank"]) == ("finished", True, 1)


def test_a_player_keeps_a_bounded_number_for_a_bounded_time(stranger, unplayed, clock, monkeypatch):
    monkeypatch.setattr(ghost_dealer, "MOST_KEPT", 2)
    seats = []
    for _ in range(3):
        seats.append(ghost_of(stranger, unplayed))
        seats[-1].finish()
        clock.forward(seconds=1)
    assert [stranger.get(seat.path).status for seat in seats] == [404, 200, 200]
    clock.now += GHOSTS_KEPT_FOR - timedelta(seconds=2)
    sweep_all()
    assert [stranger.get(seat.path).status for seat in seats] == [404, 404, 200]


def test_of_too_many_those_go_first_that_have_ended(stranger, unplayed, closed, clock, monkeypatch):
    monkeypatch.setattr(ghost_dealer, "MOST_KEPT", 2)
    running, other = ghost_of(stranger, unplayed), closed(**sealed("wish"))
    for _ in range(3):
        seat = ghost_of(stranger, other)
        seat.finish()
        clock.forward(seconds=1)
    assert Ghost.objects.count() == 2
    assert (running.look()["state"], seat.look()["state"]) == ("running", "finished")


def test_one_that_goes_while_it_is_played_is_not_found(stranger, unplayed, monkeypatch):
    seat = ghost_of(stranger, unplayed)
    monkeypatch.setattr("competitions.api.views.attempts.dealer_of", lambda *_: ghost_dealer)
    Ghost.objects.all().delete()
    for answer in (seat.play(0, "turn"), seat.undo(0), seat.finish()):
        assert answer.outcome == (404, "not_found")


def test_one_begins_when_the_one_in_its_way_has_just_ended(stranger, unplayed, monkeypatch):
    """Neither is there one before, nor after the database has refused a second that runs."""
    create, refused = QuerySet.create, [Ghost]

    def create_or_refuse(rows, **values):
        if rows.model in refused:
            refused.remove(rows.model)
            raise IntegrityError("ghost_running_once_a_round")
        return create(rows, **values)

    monkeypatch.setattr(QuerySet, "create", create_or_refuse)
    assert haunt(stranger, unplayed).status == 201
    assert not refused


def test_the_players_own_file_tells_of_it_and_it_goes_when_they_leave(stranger, event):
    seat = ghost_of(stranger, event)
    move = seat.view["legal"][0]
    seat.play(0, move)
    [told] = stranger.get("/me/export").body["ghosts"]
    assert (told["id"], told["moves"], told["competition"]) == (seat.attempt["id"], [move], event["id"])
    assert stranger.request("DELETE", "/me").status == 204
    assert Ghost.objects.count() == 0


def test_one_begins_however_often_it_is_asked_for_at_once(committed, clock):
    owner = committed.guest("Olga Owner")
    event = owner.create(**sealed("winabit"))
    owner.close(event, clock)
    begun = at_once(*[lambda: haunt(owner, event)] * 4)
    assert {answer.body["id"] for answer in begun} == {begun[0].body["id"]}
    assert sorted(answer.status for answer in begun) == [200, 200, 200, 201]
    seat = Seat(owner, begun[0].body)
    asked = seat.view["legal"][:2] * 2
    made = at_once(*[lambda move=move: seat.play(0, move) for move in asked])
    [stored] = seat.look()["moves"]
    assert [answer.status == 200 for answer in made] == [move == stored for move in asked]


def test_what_is_no_flag_is_refused(stranger, unplayed):
    for ghost in ("yes", None, 1):
        assert haunt(stranger, unplayed, ghost=ghost).refused_for("ghost")


@pytest.mark.usefixtures("moment")
def test_it_has_a_limit_of_its_own_beside_that_of_attempts(stranger, owner, unplayed, settings):
    settings.LIMITS = {**settings.LIMITS, "ghosts": {"player": 3, "address": 60}}
    seat = ghost_of(stranger, unplayed)
    assert seat.play(0, seat.view["legal"][0]).status == 200
    assert (seat.undo(0).status, seat.play(0, "nonsense").status) == (422, 409)
    for refused in (seat.play(1, seat.view["legal"][0]), seat.undo(0), seat.finish()):
        assert refused.outcome == (429, "rate_limited")
    assert seat.look()["view"]["ply"] == 1
    played = sit_down(stranger, owner.create(**sealed("winabit")))
    for ply in range(4):
        assert played.play(ply, played.view["legal"][0]).status == 200
