"""Beginning an attempt, coming back to it, and how many of them there are."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from competitions.models import Attempt, Competition, Entry, Round
from competitions.play import attempts
from competitions.refusals import Refusal
from tests.clients.contests import golden, moves_scoring, sealed

from .seats import Seat, begin, sit_down
from .tokens import narrow

FINISHED_AT_ONCE = {"game": "wish", "seed": "pub-edge-115"}
"""A deal in which no two exposed cards make a pair."""


def test_an_attempt_begins_with_its_first_view(rival, event, clock):
    rival.join(event)
    answer = begin(rival, event)
    assert answer.status == 201
    body = answer.body
    assert (body["play"], body["state"], body["score"]) == ("sealed", "running", None)
    assert (body["started_at"], body["deadline"]) == ("2026-11-21T12:00:00Z", None)
    view = body["view"]
    assert (view["game"], view["ply"], view["finished"], view["score"]) == ("winabit", 0, False, -24)
    assert view["piles"]["stock"] == ["??"] * 21
    assert "seed" not in body


def test_the_same_deal_is_dealt_to_everyone(owner, rival, event):
    assert sit_down(owner, event).view == sit_down(rival, event).view


def test_the_clock_starts_with_the_view_and_not_on_joining(rival, owner, clock):
    event = owner.create(**sealed("wish", time_limit_s=60))
    rival.join(event)
    clock.forward(minutes=10)
    body = begin(rival, event).body
    assert (body["started_at"], body["deadline"]) == ("2026-11-21T12:10:00Z", "2026-11-21T12:11:00Z")


def test_the_deadline_is_the_rounds_end_if_that_comes_first(rival, owner, clock):
    event = owner.create(**sealed("wish", time_limit_s=600, closes_at=clock.after(minutes=1)))
    assert sit_down(rival, event).attempt["deadline"] == "2026-11-21T12:01:00Z"


def test_a_running_attempt_is_returned_again_where_it_stands(rival, event):
    seat = sit_down(rival, event)
    played = seat.play(0, "turn")
    again = begin(rival, event)
    assert again.status == 200
    assert again.body["id"] == seat.attempt["id"]
    assert again.body["view"] == played.body["view"]


def test_a_repeat_with_the_same_key_is_answered_the_same(rival, event):
    rival.join(event)
    first, again = [begin(rival, event, Idempotency_Key="k") for _ in range(2)]
    assert (again.status, again.raw) == (first.status, first.raw) == (201, first.raw)


def test_who_has_not_joined_begins_nothing(stranger, event):
    assert begin(stranger, event).outcome == (403, "not_entered")


def test_there_is_no_attempt_at_an_unknown_round(rival, event):
    rival.join(event)
    for round in (0, 2, 99, 10**30, "x"):
        assert begin(rival, event, round).outcome == (404, "not_found")


def test_nothing_begins_before_a_round_opens_or_after_it_has_closed(owner, rival, clock):
    window = {"opens_at": clock.after(minutes=1), "closes_at": clock.after(minutes=2)}
    event = owner.create(**sealed("wish", **window))
    rival.join(event)
    assert begin(rival, event).outcome == (409, "round_not_open")
    clock.forward(minutes=1)
    assert begin(rival, event).status == 201
    clock.forward(minutes=1)
    assert begin(rival, event).outcome == (409, "round_not_open")


def test_nothing_begins_in_a_round_that_is_put_off_while_the_player_waits(owner, rival, clock):
    """Whoever had the competition's row moved the round's opening, and then the player has the row."""
    event = owner.create(**sealed("well", opens_at=clock.after(hours=-1)))
    rival.join(event)

    def put_off(execute, sql, *given):
        found = execute(sql, *given)
        if Competition._meta.db_table in sql:
            Round.objects.update(opens_at=clock.now + timedelta(hours=1))
        return found

    entry, round = Entry.objects.get(), Round.objects.get()
    with connection.execute_wrapper(put_off), pytest.raises(Refusal, match="not open yet"):
        attempts.begin(entry=entry, round=round, now=clock.now)


def test_sealed_play_has_one_attempt_at_a_round(rival, event):
    seat = sit_down(rival, event)
    assert seat.finish().status == 200
    assert begin(rival, event).outcome == (409, "no_attempts_left")


def test_a_running_attempt_uses_one_of_those_there_are(owner, rival):
    event = owner.create(attempts=2)
    rival.join(event)
    first = begin(rival, event)
    assert first.status == 201
    assert rival.submit(event, []).status == 201
    assert rival.submit(event, ["deal"]).outcome == (409, "no_attempts_left")
    assert begin(rival, event).status == 200
    Seat(rival, first.body).finish()
    assert begin(rival, event).outcome == (409, "no_attempts_left")


def test_open_play_shows_the_seed_and_plays_the_same(owner, rival):
    event = owner.create()
    seat = sit_down(rival, event)
    log = golden()["log"]
    assert seat.attempt["seed"] == log["seed"]
    view, result = seat.play(0, *log["moves"]).body["view"], golden()["result"]
    assert {"ok": True, **view}.items() >= result.items()


def test_a_deal_may_be_over_before_the_first_move(owner, rival):
    event = owner.create(rounds=[FINISHED_AT_ONCE])
    rival.join(event)
    answer = begin(rival, event)
    assert answer.status == 201
    assert (answer.body["state"], answer.body["finished"], answer.body["score"]) == ("finished", True, 32)
    assert answer.body["elapsed_ms"] == 0
    assert begin(rival, event).outcome == (409, "no_attempts_left")
    assert owner.places(event) == [(1, "Ray Rival", 32)]


@pytest.mark.parametrize(("counts", "score"), [("best", 15), ("first", 20)])
def test_attempts_played_on_the_server_count_like_submitted_ones(owner, rival, counts, score):
    event = owner.create(attempts=4, counts=counts)
    rival.join(event)
    first, second = (moves_scoring(at) for at in (20, 15))
    seat = sit_down(rival, event)
    seat.play(0, *first)
    seat.finish()
    assert owner.places(event) == [(1, "Ray Rival", 20)]
    rival.submit(event, second)
    assert owner.places(event) == [(1, "Ray Rival", score)]
    later = sit_down(rival, event)
    later.play(0, *moves_scoring(25))
    later.finish()
    assert owner.places(event) == [(1, "Ray Rival", score)]


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
    event = owner.create(attempts=None)
    Competition.objects.update(tie_break="moves")
    moves = golden()["log"]["moves"]
    rival.join(event)
    for number, made in enumerate((3, 2, 1)):
        if number == 1:
            seat = sit_down(rival, event)
            seat.play(0, *moves[:made])
            seat.finish()
        else:
            rival.submit(event, moves[:made])
        assert Attempt.objects.get(counts=True).number == number + 1


def test_the_first_attempt_begun_counts_though_it_ends_last(owner, rival):
    event = owner.create(attempts=3, counts="first")
    seat = sit_down(rival, event)
    rival.submit(event, moves_scoring(15))
    assert owner.places(event) == [(1, "Ray Rival", 15)]
    seat.play(0, *moves_scoring(20))
    seat.finish()
    assert owner.places(event) == [(1, "Ray Rival", 20)]


def test_a_running_attempt_shows_in_the_standings_without_a_score(rival, event, owner):
    sit_down(rival, event)
    [row] = owner.standings(event)["results"]
    assert row["rank"] is None
    assert (row["rounds"][0]["state"], row["rounds"][0]["score"]) == ("running", None)


def test_an_attempt_is_its_players_to_play(rival, owner, stranger, anyone, event):
    seat = sit_down(rival, event)
    sit_down(owner, event)
    for other in (owner, stranger):
        theirs = Seat(other, seat.attempt)
        for answer in (theirs.play(0, "turn"), theirs.undo(0), theirs.finish()):
            assert answer.outcome == (404, "not_found")
        assert "view" not in other.get(seat.path).body
    assert Seat(anyone, seat.attempt).play(0, "turn").outcome == (401, "unauthenticated")
    assert seat.view["ply"] == 0


def test_a_token_that_may_not_play_plays_nothing(rival, event):
    seat = sit_down(rival, event)
    narrow(rival, "organise", "read")
    for answer in (begin(rival, event), seat.play(0, "turn"), seat.undo(0), seat.finish()):
        assert answer.outcome == (403, "forbidden")
    assert seat.look()["state"] == "running"


def test_the_player_reads_the_moves_made_so_far(rival, owner, event):
    seat = sit_down(rival, event)
    assert seat.attempt["moves"] == []
    seat.play(0, "turn", "turn")
    assert seat.look()["moves"] == ["turn", "turn"]
    seat.finish()
    assert seat.look()["moves"] == ["turn", "turn"]
    owner.join(event)
    assert "moves" not in owner.get(seat.path).body


def test_an_attempt_names_its_entrys_player_whether_dealt_here_or_sent_as_a_log(owner, rival, event):
    whole_logs = owner.create()
    for player in (owner, rival):
        sit_down(player, event)
        player.join(whole_logs)
        player.submit(whole_logs, moves_scoring(20))
    assert Attempt.objects.filter(player=F("entry__player")).count() == 4
