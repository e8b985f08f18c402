"""What a process remembers is a shortcut: with it, without it and with an old one, the table is the same."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from competitions.models import Attempt
from competitions.play import dealer, positions
from competitions.play.positions import Memory, Reached
from games import GAMES
from games.teaching import describe

from .seats import sit_down

START = GAMES["winabit"].open("pub")


@pytest.fixture
def anyone(committed):
    return committed


@pytest.fixture
def seat(owner, rival):
    return sit_down(rival, owner.create(play="open", rounds=[{"game": "winabit", "seed": "pub"}]))


@pytest.fixture
def attempt(seat):
    return Attempt.objects.with_deal().get(pk=seat.attempt["id"])


@pytest.fixture(autouse=True)
def memory(monkeypatch):
    memory = Memory(100)
    monkeypatch.setattr(positions, "memory", memory)
    return memory


def test_a_process_that_remembers_nothing_plays_on(seat, attempt, memory):
    moves = ["turn"] * 21 + ["redeal"] + ["turn"] * 8
    shown = seat.play(0, *moves[:20]).body["view"]
    memory.reached.clear()
    assert describe(positions.current(attempt).position) == shown
    memory.reached.clear()
    assert seat.play(20, *moves[20:]).body["view"]["ply"] == 30


def test_a_process_that_remembers_an_earlier_move_reads_only_the_later_ones(seat, attempt, memory):
    seat.play(0, *["turn"] * 10)
    early = memory.recall(attempt.pk)
    assert early.position.ply == 10
    seat.play(10, *["turn"] * 5)
    memory.reached[attempt.pk] = early
    with CaptureQueriesContext(connection) as queries:
        assert positions.current(attempt).position.ply == 15
    assert len(queries) == 1
    seat.undo(3)
    shown = seat.play(3, *["turn"] * 9).body["view"]
    assert shown["ply"] > early.position.ply
    memory.reached[attempt.pk] = early
    assert describe(positions.current(attempt).position) == shown, "a takeback elsewhere is noticed"


def test_an_attempt_that_ended_since_it_was_read_is_shown_as_it_ended(seat, attempt):
    shown = seat.play(0, "turn").body["view"]
    seat.finish()
    assert attempt.ended_at is None
    assert positions.current(attempt) is None
    found = dealer.snapshot_of(attempt)
    assert (found.attempt.state, found.view) == ("finished", shown)


def test_what_is_rolled_back_is_not_remembered(seat, attempt, memory):
    seat.play(0, "turn", "turn")
    before = memory.recall(attempt.pk)
    with transaction.atomic():
        dealer.take_back(attempt_id=attempt.pk, ply=0, now=attempt.started_at)
        dealer.play_moves(attempt_id=attempt.pk, ply=0, moves=["turn"], now=attempt.started_at)
        transaction.set_rollback(True)
    assert memory.recall(attempt.pk) is before
    assert seat.view["ply"] == 2


def test_what_is_found_out_late_replaces_nothing_newer_and_there_is_room_for_so_many():
    memory, later, back = Memory(2), Reached(START._replace(ply=5), 0), Reached(START, 1)
    for given, known in ((later, later), (Reached(START._replace(ply=4), 0), later), (back, back)):
        memory.keep("a", given)
        assert memory.recall("a") is known
    for name in "abac":
        memory.keep(name, back)
    assert list(memory.reached) == ["a", "c"]
    memory.forget("a"), memory.forget("nobody")
    assert list(memory.reached) == ["c"]
