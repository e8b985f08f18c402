"""Attempts: how one begins, is come back to and ends, which one counts, and how many there are."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from competitions.models import Attempt, Competition, Entry, Log, Move, Round
from competitions.play import attempts
from competitions.refusals import Refusal
from tests.clients.contests import golden, moves_scoring, sealed

from .seats import Seat, begin, sit_down
from .tokens import narrow

FINISHED_AT_ONCE = {"game": "wish", "seed": "pub-edge-115"}
"""A deal in which no two exposed cards make a pair."""


def _play(client, event, moves):
    """Begin an attempt, play these moves and give up."""
    seat = sit_down(client, event)
    seat.play(0, *moves)
    return seat.finish().body


def test_an_attempt_begins_with_its_first_view_and_is_returned_again_where_it_stands(owner, rival, event):
    rival.join(event)
    answer = begin(rival, event)
    body, view = answer.body, answer.body["view"]
    assert answer.status == 201
    assert (body["play"], body["state"], body["score"]) == ("sealed", "running", None)
    assert (body["started_at"], body["deadline"], body["moves"]) == ("2026-11-21T12:00:00Z", None, [])
    assert (view["game"], view["ply"], view["finished"], view["score"]) == ("winabit", 0, False, -24)
    assert view["piles"]["stock"] == ["??"] * 21
    assert "seed" not in body
    [row] = owner.standings(event)["results"]
    assert (row["rank"], row["rounds"][0]["state"], row["rounds"][0]["score"]) == (None, "running", None)
    assert sit_down(owner, event).view == view, "the same deal is dealt to everyone"
    seat = Seat(rival, body)
    played = seat.play(0, "turn", "turn").body["view"]
    again = begin(rival, event)
    assert (again.status, again.body["id"], again.body["view"]) == (200, body["id"], played)
    for _ in range(2):
        assert seat.look()["moves"] == ["turn", "turn"]
        assert "moves" not in owner.get(seat.path).body
        seat.finish()
    assert begin(rival, event).outcome == (409, "no_attempts_left")


@pytest.mark.parametrize(
    ("settings", "deadline"), [({}, "12:11:00"), ({"time_limit_s": 3600}, "12:30:00")], ids=["limit", "end"]
)
def test_the_clock_starts_with_the_view_and_the_deadline_is_the_rounds_end_if_that_comes_first(
    rival, owner, clock, settings, deadline
):
    event = owner.create(**sealed("wish", time_limit_s=60, closes_at=clock.after(minutes=30)) | settings)
    rival.join(event)
    clock.forward(minutes=10)
    body = begin(rival, event).body
    assert (body["started_at"], body["deadline"]) == ("2026-11-21T12:10:00Z", f"2026-11-21T{deadline}Z")


def test_nothing_begins_at_a_round_that_is_not_there_or_not_open_or_by_who_has_not_joined(
    owner, rival, stranger, clock
):
    window = {"opens_at": clock.after(minutes=1), "closes_at": clock.after(minutes=2)}
    event = owner.create_for(rival, **sealed("wish", **window))
    assert begin(stranger, event).outcome == (403, "not_entered")
    for round in (0, 2, 99, 10**30, "x"):
        assert begin(rival, event, round).outcome == (404, "not_found")
    for outcome in ((409, "round_not_open"), (201, None), (409, "round_not_open")):
        assert begin(rival, event).outcome == outcome
        clock.forward(minutes=1)


def test_nothing_begins_in_a_round_that_is_put_off_while_the_player_waits(owner, rival, clock):
    """Whoever had the competition's row moved the round's opening, and then the player has the row."""
    owner.create_for(rival, **sealed("well", opens_at=clock.after(hours=-1)))

    def put_off(execute, sql, *given):
        found = execute(sql, *given)
        if Competition._meta.db_table in sql:
            Round.objects.update(opens_at=clock.now + timedelta(hours=1))
        return found

    entry, round = Entry.objects.get(), Round.objects.get()
    with connection.execute_wrapper(put_off), pytest.raises(Refusal, match="not open yet"):
        attempts.begin(entry=entry, round=round, now=clock.now)


def test_a_running_attempt_uses_one_of_those_there_are(owner, rival):
    event = owner.create_for(rival, attempts=2)
    first = begin(rival, event)
    assert first.body["seed"] == golden()["log"]["seed"], "open play shows it"
    assert rival.submit(event, []).status == 201
    assert rival.submit(event, ["deal"]).outcome == (409, "no_attempts_left")
    assert begin(rival, event).status == 200
    Seat(rival, first.body).finish()
    assert begin(rival, event).outcome == (409, "no_attempts_left")


def test_a_deal_may_be_over_before_the_first_move(owner, rival):
    event = owner.create_for(rival, rounds=[FINISHED_AT_ONCE])
    answer = begin(rival, event)
    said = {name: answer.body[name] for name in ("state", "finished", "score", "elapsed_ms")}
    assert said == {"state": "finished", "finished": True, "score": 32, "elapsed_ms": 0}
    assert answer.status == 201
    assert begin(rival, event).outcome == (409, "no_attempts_left")
    assert owner.places(event) == [(1, "Ray Rival", 32)]


def test_giving_up_once_or_twice_leaves_the_moves_as_one_log(owner, rival, clock):
    event = owner.create(**sealed("wish"))
    seat = sit_down(rival, event)
    move = seat.attempt["view"]["legal"][0]
    view = seat.play(0, move).body["view"]
    assert Move.objects.count() == 1
    first = seat.finish()
    body, version = first.body, owner.standings(event)["version"]
    assert (body["state"], body["finished"], body["won"]) == ("finished", False, False)
    assert (body["score"], body["view"]) == (30, view)
    assert owner.places(event) == [(1, "Ray Rival", 30)]
    clock.forward(minutes=1)
    assert seat.finish().raw == first.raw
    assert owner.standings(event)["version"] == version
    log = Log.objects.get()
    assert (log.moves, log.attempt, log.attempt.moves_made) == ([move], Attempt.objects.get(), 1)
    assert Move.objects.count() == 0
    body = sit_down(rival, owner.create(**sealed("pyramid"))).finish().body
    assert (body["score"], body["elapsed_ms"], Log.objects.get(pk=body["log"]).moves) == (28, 0, [])


def test_the_same_game_may_be_played_again_and_the_first_counts(owner, rival):
    event = owner.create_for(rival, attempts=3)
    moves, result = golden()["log"]["moves"], golden()["result"]
    rival.submit(event, moves)
    for _ in range(2):
        body = _play(rival, event, moves)
        assert (body["finished"], body["score"]) == (True, result["score"])
        assert {"ok": True, **body["view"]}.items() >= result.items()
    assert Attempt.objects.filter(ended_at__isnull=False).count() == 3
    assert Attempt.objects.get(counts=True).number == 1


@pytest.mark.parametrize(("counts", "score"), [("best", 15), ("first", 20)])
def test_attempts_played_on_the_server_count_like_submitted_ones(owner, rival, counts, score):
    event = owner.create_for(rival, attempts=4, counts=counts)
    _play(rival, event, moves_scoring(20))
    assert owner.places(event) == [(1, "Ray Rival", 20)]
    rival.submit(event, moves_scoring(15))
    assert owner.places(event) == [(1, "Ray Rival", score)]
    _play(rival, event, moves_scoring(25))
    assert owner.places(event) == [(1, "Ray Rival", score)]
    assert Attempt.objects.filter(player=F("entry__player")).count() == 3


def test_the_first_attempt_begun_counts_though_it_ends_last(owner, rival):
    event = owner.create(attempts=3, counts="first")
    seat = sit_down(rival, event)
    rival.submit(event, moves_scoring(15))
    assert owner.places(event) == [(1, "Ray Rival", 15)]
    seat.play(0, *moves_scoring(20))
    seat.finish()
    assert owner.places(event) == [(1, "Ray Rival", 20)]


@pytest.mark.parametrize(
    ("tie_break", "counting"),
    [
        ("moves,time", 4),
        ("time", 2),
        *(
            pytest.param(*each, marks=pytest.mark.extra)
            for each in (("", 1), ("moves", 3), ("earliest,time", 1), ("wins", 1))
        ),
    ],
)
def test_of_equal_games_the_better_by_the_tie_breaks_counts(owner, rival, clock, tie_break, counting):
    """`test_storing` holds the others: what is sent is compared by the same rule."""
    event = owner.create(attempts=None)
    Competition.objects.update(tie_break=tie_break)
    for moves, seconds in ((2, 9), (2, 5), (1, 7), (1, 6)):
        seat = sit_down(rival, event)
        clock.forward(seconds=seconds)
        seat.play(0, *golden()["log"]["moves"][:moves])
        seat.finish()
    assert {attempt.score for attempt in Attempt.objects.all()} == {29}
    assert Attempt.objects.get(counts=True).number == counting


def test_a_game_that_was_played_and_one_that_was_sent_are_held_to_the_same_tie_breaks(owner, rival):
    event = owner.create_for(rival, attempts=None)
    Competition.objects.update(tie_break="moves")
    for number, made in enumerate((3, 2, 1)):
        send = _play if number == 1 else type(rival).submit
        send(rival, event, golden()["log"]["moves"][:made])
        assert Attempt.objects.get(counts=True).number == number + 1


def test_an_attempt_is_its_players_to_play_with_a_token_that_may(rival, owner, stranger, anyone, event):
    seat = sit_down(rival, event)
    sit_down(owner, event)
    for other in (owner, stranger):
        theirs = Seat(other, seat.attempt)
        for answer in (theirs.play(0, "turn"), theirs.undo(0), theirs.finish()):
            assert answer.outcome == (404, "not_found")
        assert "view" not in other.get(seat.path).body
    assert Seat(anyone, seat.attempt).play(0, "turn").outcome == (401, "unauthenticated")
    narrow(rival, "organise", "read")
    for answer in (begin(rival, event), seat.play(0, "turn"), seat.undo(0), seat.finish()):
        assert answer.outcome == (403, "forbidden")
    body = seat.look()
    assert (body["state"], body["view"]["ply"]) == ("running", 0)
