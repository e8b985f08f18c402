"""No row is locked while a game is played through, whatever the reason for it."""

import pytest
from django.db import connection

from competitions.models import Attempt, Log, Move
from competitions.play import deadlines, dealer, end_attempts, incoming_moves, positions
from games.replay import play
from tests.clients.contests import sealed

from .records import deal_of
from .seats import begin, sit_down

OPEN = {"rounds": [{"game": "winabit", "seed": "pub"}]}


@pytest.fixture
def played(monkeypatch, committed):
    """Notes each game that is played through; none may be in a transaction."""
    moves = []
    monkeypatch.setattr(positions, "memory", positions.Memory(100))

    def watched(work):
        def without_a_lock(*given):
            assert not connection.in_atomic_block, "a game is played while rows are locked"
            moves.append(work)
            return work(*given)

        return without_a_lock

    for module, name in (
        (positions, "play"),
        (incoming_moves, "play"),
        (end_attempts, "replay_from"),
        (positions, "after_stored_move"),
    ):
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    return moves


@pytest.fixture
def owner(committed):
    return committed.guest("Olga Owner")


def test_no_row_is_locked_while_a_player_plays(played, owner):
    event = owner.create(attempts=2, **OPEN)
    seat = sit_down(owner, event)
    for act in (
        lambda: seat.play(0, *["turn"] * 7),
        lambda: seat.play(0, *["turn"] * 7),
        lambda: seat.play(7, "turn", "nonsense"),
        lambda: seat.undo(3),
        lambda: begin(owner, event),
        seat.look,
        seat.finish,
        seat.look,
    ):
        before = len(played)
        positions.memory.reached.clear()
        act()
        assert len(played) > before
    assert Log.objects.get().attempt.moves_made == 3


def test_no_row_is_locked_while_the_last_move_ends_a_game(played, owner):
    event = owner.create(**sealed("three-by-three"))
    deal, moves = deal_of(event), []
    position = deal.game.open(deal.seed, deal.rules)
    while not position.table.finished:
        position = play(position, min(move.text for move in position.table.legal()))
        moves.append(position.move)
    seat = sit_down(owner, event)
    seat.play(0, *moves[:-1])
    positions.memory.reached.clear()
    assert seat.play(len(moves) - 1, moves[-1]).body["state"] == "finished"
    assert (seat.look()["moves"], Move.objects.count()) == (moves, 0)
    assert played


@pytest.mark.parametrize(
    "end", ["time limit", pytest.param("round", marks=pytest.mark.extra), "close", "start", "look"]
)
def test_no_row_is_locked_while_attempts_are_ended_together(played, owner, committed, clock, end):
    limit = {"time_limit_s": 60} if end in ("time limit", "start", "look") else {}
    event = owner.create(**sealed("winabit", closes_at=clock.after(hours=1), **limit))
    players = [committed.guest(name) for name in ("Ann", "Ben", "Cy")]
    seats = [sit_down(player, event) for player in players]
    for seat in seats:
        seat.play(0, *["turn"] * 5)
    clock.forward(minutes=60 if end == "round" else 1)
    before = len(played)
    positions.memory.reached.clear()
    if end == "close":
        assert owner.act(event, "close").status == 200
    elif end == "start":
        assert begin(players[0], event).outcome == (409, "no_attempts_left")
        assert Attempt.objects.running().count() == 2
    elif end == "look":
        assert dealer.resume(attempt_id=seats[0].attempt["id"], now=clock.now).attempt.ended_at
    deadlines.end_overdue(clock.now)
    assert not Attempt.objects.running().exists()
    assert len(played) >= before + 3
    assert {seat.look()["view"]["ply"] for seat in seats} == {5}


def test_a_long_batch_lets_others_write_in_between(owner, monkeypatch):
    """It is stored in pieces; and if the attempt changes between two of them, what was stored stands."""
    monkeypatch.setattr(dealer, "MOST_AT_ONCE", 10)
    seat = sit_down(owner, owner.create(**OPEN))
    stored, lock = [], dealer.lock_attempt
    monkeypatch.setattr(
        dealer, "lock_attempt", lambda attempt_id: stored.append(Move.objects.count()) or lock(attempt_id)
    )
    assert seat.play(0, *["turn"] * 34).outcome == (422, "illegal_move")
    assert stored == list(range(0, stored[-1] + 1, 10))
    assert len(stored) > 2


def test_what_changes_while_it_is_played_is_played_again(owner, monkeypatch):
    """A takeback and an end come between the look and the lock: nothing is stored on top of what is gone."""
    seat = sit_down(owner, owner.create(attempts=3, **OPEN))
    seat.play(0, *["turn"] * 5)
    look, between = dealer.snapshot_of, []

    def look_slowly(attempt):
        snapshot = look(attempt)
        while between:
            between.pop()()
        return snapshot

    monkeypatch.setattr(dealer, "snapshot_of", look_slowly)
    between.append(lambda: seat.undo(2))
    answer = seat.play(5, "turn")
    assert (answer.outcome, answer.body["view"]["ply"]) == ((409, "stale_ply"), 2)
    between.append(lambda: seat.play(2, *["turn"] * 3))
    assert seat.play(2, *["turn"] * 4).body["view"]["ply"] == 6
    between.append(seat.finish)
    assert seat.undo(0).outcome == (409, "attempt_finished")
    assert Log.objects.get().attempt.moves_made == 6


def test_whoever_is_always_overtaken_is_told_so(owner, monkeypatch):
    lock = dealer.lock_attempt

    def taken_back_meanwhile(attempt_id):
        attempt = lock(attempt_id)
        attempt.takebacks += 1
        return attempt

    seat = sit_down(owner, owner.create(**OPEN))
    monkeypatch.setattr(dealer, "lock_attempt", taken_back_meanwhile)
    answer = seat.play(0, "turn")
    assert (answer.outcome, answer.body["view"]["ply"]) == ((409, "stale_ply"), 0)
    assert not Move.objects.exists()
