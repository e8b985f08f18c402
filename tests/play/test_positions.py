"""What a process remembers is a shortcut: with it, without it and with an old one, the table is the same."""

import random

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from competitions.models import Attempt
from competitions.play import dealer, positions
from competitions.play.positions import Memory, Reached
from games.teaching import describe

from .moves import opening, some_moves
from .seats import sit_down


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
    moves = some_moves(opening("winabit", "pub"), 30, random.Random(1))
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
    with CaptureQueriesContext(
        connection,
    ) as queries:
        position = positions.current(attempt).position
    assert position.ply == 15
    assert len(queries) == 1


def test_a_takeback_elsewhere_is_noticed(seat, attempt, memory):
    seat.play(0, *["turn"] * 10)
    before = memory.recall(attempt.pk)
    seat.undo(3)
    shown = seat.play(3, *["turn"] * 9).body["view"]
    assert shown["ply"] > before.position.ply
    memory.reached[attempt.pk] = before
    assert describe(positions.current(attempt).position) == shown


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


def test_what_is_found_out_late_replaces_nothing_newer():
    memory, start = Memory(3), opening("winabit", "pub")
    later = Reached(start._replace(ply=5), 0)
    memory.keep("a", later)
    memory.keep("a", Reached(start._replace(ply=4), 0))
    assert memory.recall("a") is later
    back = Reached(start, 1)
    memory.keep("a", back)
    assert memory.recall("a") is back


def test_no_more_is_remembered_than_there_is_room_for():
    memory, reached = Memory(2), Reached(opening("winabit", "pub"), 0)
    for name in "abac":
        memory.keep(name, reached)
    assert list(memory.reached) == ["a", "c"]
    memory.forget("a"), memory.forget("nobody")
    assert list(memory.reached) == ["c"]
