"""The server ends the attempt of a player who does not come back: soon after the deadline, and once."""

import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from competitions.models import Attempt, Entry, Log, Move, StateChange
from competitions.play import deadlines, end_attempts
from competitions.play.dealer import play_moves
from competitions.refusals import Refusal
from competitions.standings.long_work import SWITCH_S
from games.replay import play
from tests.clients.contests import moves_scoring, sealed
from tests.threads import at_once
from tests.waiting import until

from .records import deal_of
from .seats import begin, close_soon, sit_down
from .sites import guest

LIMIT = {"time_limit_s": 60}
WISH, WINABIT = (sealed(game, **LIMIT) for game in ("wish", "winabit"))


@pytest.fixture
def end_overdue(clock):
    return lambda: deadlines.end_overdue(clock.now)


@pytest.fixture
def seats(owner, crowd):
    """Lets as many players begin in a new contest."""

    def seats(settings, players):
        event = owner.create(**settings)
        return event, [
            sit_down(player, event) for player in crowd(["Ann", "Ben", "Cy", "Di", "Eve"][:players])
        ]

    return seats


def ending(whose, minutes, clock):
    """The settings of a contest whose attempts end after so long, by the end of one thing or another."""
    end, wish = {"closes_at": clock.after(minutes=minutes)}, sealed("wish")
    if whose == "time limit":
        return wish | {"time_limit_s": 60 * minutes}
    return wish | end if whose == "competition" else wish | {"rounds": [wish["rounds"][0] | end]}


def test_an_attempt_over_its_time_is_given_up(owner, rival, clock, end_overdue):
    event = owner.create(**WISH)
    seat = sit_down(rival, event)
    clock.forward(seconds=59.9)
    assert end_overdue() == 0
    clock.forward(seconds=0.1)
    assert [end_overdue(), end_overdue()] == [1, 0]
    body = seat.look()
    assert (body["state"], body["finished"], body["score"]) == ("finished", False, 32)
    assert owner.places(event) == [(1, "Ray Rival", 32)]
    assert Log.objects.count() == 1


@pytest.mark.extra
def test_what_comes_after_the_deadline_ends_it_even_before_the_watch(seats, clock, end_overdue):
    event, (one, two, three, four) = seats(sealed("well", **LIMIT), 4)
    first = one.attempt["view"]["legal"][0]
    for seat in (one, two, three, four):
        seat.play(0, first)
    clock.forward(seconds=60)
    assert one.play(1, "nonsense").outcome == two.undo(0).outcome == (409, "attempt_finished")
    assert begin(three.client, event).outcome == (409, "no_attempts_left")
    assert four.play(0, first).body["state"] == "finished"
    end_overdue()
    bodies = [seat.look() for seat in (one, two, three, four)]
    assert {(body["score"], body["elapsed_ms"]) for body in bodies} == {(bodies[0]["score"], 0)}


@pytest.mark.parametrize("whose", ["round", "competition"])
def test_attempts_end_with_their_window(owner, rival, clock, whose, end_overdue):
    seat = sit_down(rival, owner.create(**ending(whose, 1, clock)))
    clock.forward(minutes=1)
    assert seat.play(0, seat.attempt["view"]["legal"][0]).outcome == (409, "attempt_finished")
    assert end_overdue() == 0
    assert seat.look()["ended_at"] == "2026-11-21T12:01:00Z"


def test_an_attempt_whose_time_was_put_off_goes_on(owner, rival, clock):
    seat = sit_down(rival, owner.create(**WISH))
    clock.forward(seconds=60)
    Attempt.objects.update(times_out_at=clock.now + timedelta(minutes=1))
    assert end_attempts.end_those_overdue([seat.attempt["id"]], now=clock.now) == 0
    assert seat.look()["state"] == "running"


# Many at once


@pytest.mark.extra
@pytest.mark.parametrize("whose", ["time limit", "round", "close", "finish"])
def test_a_stored_move_that_the_rules_refuse_holds_up_nobody(owner, seats, clock, whose, end_overdue):
    """The attempt ends with the moves before it, on record; the round opens, and the results become final."""
    own_end = LIMIT if whose == "time limit" else {}
    event, three = seats(sealed("winabit", closes_at=clock.after(minutes=2), **own_end), 3)
    for seat in three:
        seat.play(0, "turn", "turn")
    broken, stuck = three[1], three[1].attempt["id"]
    for ply, text in ((2, "redeal"), (3, "turn")):
        Move.objects.create(attempt_id=stuck, ply=ply, text=text, made_at=clock.now)
    answers = [broken.play(0, "turn", "turn"), broken.play(2, "turn"), broken.play(4, "turn")]
    assert [each.outcome for each in answers] == [(200, None), (409, "stale_ply"), (409, "stale_ply")]
    assert {each.body["view"]["ply"] for each in answers} == {broken.view["ply"]} == {2}
    clock.forward(minutes=1)
    if whose == "finish":
        assert broken.finish().status == 200
    elif whose == "close":
        assert owner.act(event, "close").status == 200
    clock.forward(minutes=1)
    end_overdue()
    body = broken.look()
    assert (body["state"], body["finished"], body["moves"]) == ("finished", False, ["turn", "turn"])
    assert not Attempt.objects.running().exists()
    [cut] = [each for each in owner.trail(event) if each["act"] == "cut"]
    assert (cut["round"], cut["actor"], cut["staff"]) == (1, None, "Evendeal")
    assert stuck in cut["reason"]
    assert "after 2 of its 4 stored moves" in cut["reason"]
    assert owner.read(event)["rounds"][0]["seed"]
    assert owner.act(event, "certify").status == 200
    assert owner.standings(event)["total"] == 3
    assert Move.objects.count() == 4, "what was stored is kept for whoever finds out why"


def test_in_open_play_such_a_move_may_be_taken_back(owner, rival, clock):
    seat = sit_down(rival, owner.create(rounds=[{"game": "winabit", "seed": "pub"}]))
    seat.play(0, "turn")
    Move.objects.create(attempt_id=seat.attempt["id"], ply=1, text="redeal", made_at=clock.now)
    assert seat.undo(1).status == 200
    assert seat.play(1, "turn").body["view"]["ply"] == 2


@pytest.mark.extra
def test_one_that_cannot_be_ended_does_not_keep_the_others_waiting(
    owner, seats, clock, monkeypatch, caplog, end_overdue
):
    """Whatever the fault is: it is logged once, in one line, and the attempt is tried again now and then."""
    event, five = seats(WISH, 5)
    stuck, end, tried = five[1].attempt["id"], end_attempts.end, []

    def fail(endings, *, now):
        tried.append([each.attempt.pk for each in endings])
        if stuck in tried[-1]:
            raise ValueError("a value")
        return end(endings, now=now)

    monkeypatch.setattr(end_attempts, "end", fail)
    clock.forward(minutes=1)
    assert end_overdue() == 4
    assert Attempt.objects.running().get().pk == stuck
    assert [row["rounds"][0]["state"] for row in owner.standings(event)["results"]].count("running") == 1
    tries = len(tried)
    for _ in range(3):
        assert deadlines.end_overdue(clock.now, since=clock.now - deadlines.RECENT) == 0
    assert len(tried) == tries
    assert end_overdue() == 0
    assert len(tried) == tries + 1
    assert caplog.messages == [
        f"attempt {stuck} is overdue and could not be ended (ValueError); it is tried again"
    ]
    assert caplog.records[0].exc_info is None
    monkeypatch.setattr(end_attempts, "end", end)
    assert end_overdue() == 1


def test_a_database_that_is_away_is_no_fault_of_an_attempt(seats, clock, monkeypatch, caplog, end_overdue):
    seats(WISH, 2)
    clock.forward(minutes=1)
    asked = []

    def away(attempt_ids, *, now):
        asked.append(attempt_ids)
        raise OperationalError

    monkeypatch.setattr(deadlines, "end_those_overdue", away)
    with pytest.raises(OperationalError):
        end_overdue()
    assert len(asked) == 1
    assert not caplog.records


def test_other_threads_hardly_wait_for_the_one_that_ends_attempts(seats, clock, monkeypatch, end_overdue):
    seats(WISH, 1)
    clock.forward(minutes=1)
    intervals = []
    monkeypatch.setattr(
        deadlines, "end_those_overdue", lambda *_, **__: intervals.append(sys.getswitchinterval()) or 1
    )
    assert end_overdue() == 1
    assert intervals == [pytest.approx(SWITCH_S)]


@pytest.mark.extra
def test_many_are_ended_with_as_few_queries_as_one_and_announced_once(owner, seats, clock, end_overdue):
    spent = []
    for players in (1, 4):
        event, some = seats(WINABIT, players)
        for turns, seat in enumerate(some):
            seat.play(0, *["turn"] * turns)
        before = owner.standings(event)["version"]
        clock.forward(minutes=1)
        with CaptureQueriesContext(connection) as queries:
            assert end_overdue() == players
        spent.append(len(queries))
        assert owner.standings(event)["version"] == before + 1
        for ply, body in enumerate(seat.look() for seat in some):
            said = body["view"]["ply"], body["state"], body["score"], body["finished"]
            assert said == (ply, "finished", -24, False)
        assert not Move.objects.exists()
    assert spent[0] == spent[1]


def test_one_who_plays_two_rounds_gains_in_both(owner, rival, clock, end_overdue):
    event = owner.create(play="sealed", rounds=[{"game": "wish"}] * 2, **LIMIT)
    for seat in [sit_down(rival, event, round) for round in (1, 2)]:
        seat.play(0, seat.attempt["view"]["legal"][0])
    clock.forward(minutes=1)
    assert end_overdue() == 2
    assert owner.places(event) == [(1, "Ray Rival", 60)]


@pytest.mark.extra
@pytest.mark.parametrize(("counts", "totals"), [("best", [15, 20]), ("first", [20, 20])])
def test_attempts_that_end_together_count_as_they_would_alone(
    owner, crowd, clock, counts, totals, end_overdue
):
    """Two have sent a log before; what Ann plays after it is better, what Ben plays is not."""
    players = crowd(["Ann", "Ben"])
    event = owner.create_for(*players, attempts=2, counts=counts, closes_at=clock.after(minutes=1))
    for player, score in zip(players, (15, 25), strict=True):
        player.submit(event, moves_scoring(20))
        sit_down(player, event).play(0, *moves_scoring(score))
    clock.forward(minutes=1)
    assert end_overdue() == 2
    assert sorted(total for _, _, total in owner.places(event)) == totals
    assert Attempt.objects.filter(counts=True).count() == 2


# The looks of the watch


def test_most_looks_leave_out_windows_that_were_over_before(owner, rival, stranger, clock):
    closing = owner.create(**ending("competition", 1, clock))
    sit_down(rival, closing)
    sit_down(stranger, owner.create(**WISH))
    clock.forward(minutes=2)
    assert deadlines.end_overdue(clock.now, since=clock.now - timedelta(seconds=59)) == 1
    assert Attempt.objects.running().get().round.competition_id == closing["id"]
    assert deadlines.end_overdue(clock.now, since=clock.now - timedelta(seconds=61)) == 1


@pytest.mark.extra
@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("whose", ["time limit", "round", "competition"])
def test_a_look_that_finds_nothing_due_is_one_statement_on_both_databases(committed, clock, whose, thorough):
    event = committed.guest("Olga Owner").create(**ending(whose, 1, clock))
    seat = sit_down(committed.guest("Ray Rival"), event)
    for micro, ended in ((-1, 0), (0, 1), (1, 0)):
        now = clock.now + timedelta(minutes=1, microseconds=micro)
        with CaptureQueriesContext(connection) as queries:
            assert deadlines.do_what_is_due(now, since=None if thorough else now - deadlines.RECENT) == ended
        assert (len(queries) == 1) == (ended == 0)
    clock.forward(minutes=2)
    assert seat.look()["state"] == "finished"


def test_a_look_finds_a_state_that_is_due_where_nobody_plays(committed, clock):
    event = committed.guest("Olga Owner").create(**sealed("wish", opens_at=clock.after(minutes=1)))
    recorded = []
    for seconds in (59, 60, 61):
        deadlines.do_what_is_due(clock.now + timedelta(seconds=seconds), since=clock.now)
        recorded.append(StateChange.objects.filter(competition=event["id"]).last().rounds)
    assert recorded == ["s", "o", "o"]


def test_the_watch_leaves_nothing_out_at_first_and_then_now_and_again(monkeypatch, clock):
    looks, fails = [], []

    def look(now, *, since):
        looks.append(since)
        if fails:
            raise fails.pop()

    monkeypatch.setattr(deadlines, "do_what_is_due", look)
    watched = deadlines.Deadlines()
    for _ in range(2 * deadlines.THOROUGH_EVERY + 1):
        watched.look()
    before = clock.now - deadlines.RECENT
    assert set(looks) == {None, before}
    assert [n for n, since in enumerate(looks) if since is None] == [0, 60, 120]
    clock.forward(hours=1)
    fails.append(OperationalError("away"))
    with pytest.raises(OperationalError):
        watched.look()
    watched.look()
    watched.look()
    assert looks[-3:] == [before, before, clock.now - deadlines.RECENT], (
        "the one after it leaves out as little"
    )


# At the same moment


@pytest.mark.extra
def test_last_moves_and_the_end_of_all_at_once_lose_nothing_that_was_answered(committed, clock):
    """Players make the move that ends their game while two processes end everyone's."""
    event = committed.guest("Olga Owner").create(**sealed("three-by-three", **LIMIT))
    deal, moves = deal_of(event), []
    position = deal.game.open(deal.seed, deal.rules)
    while not position.table.finished:
        moves.append(min(move.text for move in position.table.legal()))
        position = play(position, moves[-1])
    seats = [sit_down(committed.guest(f"Player {n}"), event) for n in range(6)]
    for seat in seats:
        seat.play(0, *moves[:-1])
    early, late = clock.now, clock.now + timedelta(minutes=1)

    def last_move(seat):
        """Make the last move; return how many moves are made by the answer."""
        try:
            seat = play_moves(attempt_id=seat.attempt["id"], ply=len(moves) - 1, moves=moves[-1:], now=early)
        except Refusal as refusal:
            return len(moves) - 1 if refusal.code == "attempt_finished" else refusal
        return seat.position.ply

    acts = [lambda seat=seat: last_move(seat) for seat in seats]
    plies = at_once(*acts, *[lambda: deadlines.end_overdue(late)] * 2)[: len(seats)]
    while deadlines.end_overdue(late):
        pass
    assert [seat.look()["view"]["ply"] for seat in seats] == plies
    assert (Log.objects.count(), Move.objects.count()) == (len(seats), 0)
    assert Attempt.objects.filter(counts=True).count() == len(seats)


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_who_is_just_making_a_move_is_ended_by_the_next_look(committed, clock, end_overdue):
    event = committed.guest("Olga Owner").create(**WINABIT)
    seats = [sit_down(committed.guest(f"Player {n}"), event) for n in range(3)]
    clock.forward(minutes=1)

    def look():
        try:
            return end_overdue()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as other, transaction.atomic():
        Entry.objects.select_for_update().get(attempts=seats[0].attempt["id"])
        assert other.submit(look).result(20) == 2
    assert look() == 1


@pytest.mark.extra
def test_several_processes_end_each_attempt_once(sites):
    """Two processes watch; nobody asks either of them to end anything."""
    owner = guest(sites[0])
    event = owner.create(**sealed("winabit", closes_at="2099-01-01T12:00:00Z"))
    seats = [sit_down(guest(sites[0]), event) for _ in range(5)]
    for seat in seats:
        assert seat.play(0, "turn").status == 200
    before = owner.standings(event)["version"]
    close_soon(owner, event)

    def states():
        return {row["rounds"][0]["state"] for row in owner.standings(event)["results"]}

    until(lambda: "running" not in states())
    assert deadlines.LOOK_EVERY_S < 5, "soon, as players expect"
    for body in (seat.look() for seat in seats):
        assert (body["state"], body["score"], body["view"]["ply"]) == ("finished", -24, 1)
    assert before + 1 < owner.standings(event)["version"] <= before + 1 + len(seats), "the change is one, too"
