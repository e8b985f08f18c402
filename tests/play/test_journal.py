"""The journal: it stores many moves in one commit, and always answers those who wait."""

import asyncio
import threading
from datetime import timedelta

import pytest
from django.db import OperationalError, connections
from django.utils import timezone

from competitions.models import Attempt, Competition, Move, Round, Token
from competitions.play import journal as module
from competitions.play.journal import Journal, PendingMove, insert_moves
from tests.clients.contests import sealed
from tests.clients.site import undone
from tests.servers.running import PATIENCE_S

from .seats import sit_down


@pytest.fixture
def attempts(committed):
    """Running attempts of three players."""
    event = committed.guest("Olga Owner").create(**sealed("winabit", time_limit_s=600))
    return [sit_down(committed.guest(name), event).attempt["id"] for name in ("Ann", "Ben", "Cy")]


@pytest.fixture
def stores(monkeypatch):
    """Lets the journal store by a function instead of in the database; by none, it stores everything."""
    return lambda insert=lambda moves: {move.key for move in moves}: monkeypatch.setattr(
        module, "insert_moves", insert
    )


def _pending(attempt, ply, text="turn", takebacks=0, token_id=None, **later):
    return PendingMove(attempt, takebacks, ply, text, timezone.now() + timedelta(**later), token_id)


def _stored():
    return sorted(Move.objects.values_list("attempt", "ply", "text"))


def test_moves_of_many_attempts_are_stored_in_one_statement(attempts, django_assert_num_queries):
    """A ply that is taken is skipped, and the others are stored."""
    moves = [_pending(attempt, ply) for attempt in attempts for ply in range(3)]
    with django_assert_num_queries(3):  # begin, the one, commit
        assert insert_moves(moves) == {move.key for move in moves}
    assert _stored() == sorted(move.key for move in moves)
    assert set(Move.objects.values_list("made_at", flat=True)) == {timezone.now()}
    one, other, _ = attempts
    taken = [_pending(one, 0), _pending(one, 0, "redeal")]
    again = [_pending(other, 3, text) for text in ("a", "b", "a")]
    assert len(insert_moves(taken + again)) == 1
    assert len(_stored()) == len(moves) + 1


def test_nothing_is_stored_in_the_name_of_a_token_that_was_revoked(attempts):
    first, second = Token.objects.all()[:2]
    Token.objects.filter(pk=second.pk).update(revoked_at=timezone.now())
    tokens = enumerate((first.pk, None, second.pk))
    moves = [_pending(attempts[0], ply, token_id=token) for ply, token in tokens]
    assert insert_moves(moves) == {move.key for move in moves[:2]}


def test_nothing_is_stored_for_an_attempt_that_does_not_run_on(attempts):
    one, other, _ = attempts
    attempt, now = Attempt.objects.filter(pk=one), timezone.now()
    closing = now + timedelta(seconds=1)
    for change, late in (
        (lambda: attempt.update(ended_at=now, score=-24), 0),
        (lambda: attempt.update(takebacks=1), 0),
        (lambda: attempt.update(times_out_at=now), 0),
        (lambda: Round.objects.update(closes_at=closing), 1),
        (lambda: Competition.objects.update(closes_at=closing), 1),
    ):
        with undone():
            assert change() == 1
            gone = [_pending(one, 0, seconds=late), _pending("2" * 16, 0, seconds=late)]
            assert insert_moves(gone) == set()
            in_time = _pending(other, 0, seconds=0)
            assert insert_moves([in_time]) == {in_time.key}


async def test_moves_that_come_in_one_turn_of_the_loop_are_stored_together_up_to_a_bound():
    journal = Journal()
    journal.writer = threading.current_thread()  # so that no other begins
    moves = [_pending("a", ply) for ply in range(module.LARGEST_BATCH + 5)]
    for move in moves:
        journal.store(move)
    assert journal.waiting.empty(), "the writer would begin with the first"
    await asyncio.sleep(0)
    batches = [[move for move, _ in journal.next_batch()] for _ in range(2)]
    assert batches == [moves[: module.LARGEST_BATCH], moves[module.LARGEST_BATCH :]]


async def test_a_failure_is_told_to_those_who_wait_and_the_writer_goes_on(stores):
    calls = []

    def insert(moves):
        calls.append(moves)
        if len(calls) <= 2:
            raise OperationalError("the database is away")
        return {move.key for move in moves}

    stores(insert)
    journal = Journal()
    with pytest.raises(OperationalError):
        await journal.store(_pending("a", 0))
    assert len(calls) == 2, "a connection that has died is replaced once"
    assert await journal.store(_pending("a", 0)) is True
    stores(lambda moves: set())
    assert await journal.store(_pending("a", 1)) is False


async def test_it_answers_though_its_connection_cannot_be_closed(stores, monkeypatch):
    def fail(_):
        connections["default"]  # makes one for the writer, as a statement would
        raise OperationalError("the server has gone")

    stores(fail)
    monkeypatch.setattr(type(connections["default"]), "close", fail)
    with pytest.raises(OperationalError):
        await asyncio.wait_for(Journal().store(_pending("a", 0)), PATIENCE_S)


def test_who_left_and_a_loop_that_has_ended_keep_nobody_waiting(stores):
    stores()
    journal = Journal()

    async def leave():
        journal.store(_pending("a", 0))

    async def stay():
        left, stayed = journal.store(_pending("a", 0)), journal.store(_pending("b", 0))
        left.cancel()
        return await asyncio.wait_for(stayed, 10)

    for _ in range(3):
        asyncio.run(leave())
    assert asyncio.run(stay()) is True


async def test_a_writer_that_died_is_replaced(stores):
    stores()
    journal, dying = Journal(), threading.Event()
    journal.writer = threading.Thread(target=dying.wait)
    journal.writer.start()
    lost = journal.store(_pending("a", 0))
    dying.set()
    journal.writer.join()
    assert await journal.store(_pending("b", 0)) is True
    assert await lost is True
