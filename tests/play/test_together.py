"""Work of many threads in one transaction: work that waits is done with the next, and none fails another."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial

import pytest
from django.db import OperationalError, connections, transaction

from competitions.models import Player
from competitions.play import group_commit
from competitions.play.group_commit import Decided, Together
from competitions.refusals import Refusal
from tests.servers.databases import on_databases_that_lock

PATIENCE_S = 30
NOW = datetime(2026, 11, 21, tzinfo=UTC)

pytestmark = [pytest.mark.usefixtures("any_database"), on_databases_that_lock]


class Desk:
    """Notes what it is given; work of the name "slow" takes until it is told to go on.

    "bad" and "gone" fail when they are decided, "unwritable" when it is written.
    """

    def __init__(self):
        self.batches = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, works):
        self.batches.append(list(works))
        if "slow" in works:
            self.begun.set()
            assert self.go_on.wait(PATIENCE_S)
        if "bad" in works:
            raise ValueError("bad")
        if "gone" in works:
            raise OperationalError("gone")
        outcomes = [Refusal("wrong_state", "no") if work == "refused" else work.upper() for work in works]
        return Decided(outcomes, partial(self.write, works))

    def write(self, works):
        if "unwritable" in works:
            raise ValueError("unwritable")


def _outcome(act, work):
    try:
        return act(work)
    except Exception as error:
        return type(error)
    finally:
        connections.close_all()


def _until_so_many_wait(act, n):
    give_up_at = time.monotonic() + PATIENCE_S
    while len(act.waiting) < n:
        assert time.monotonic() < give_up_at
        time.sleep(0.001)


def _while_one_is_at_it(desk, works):
    """The results of these works, all of which come while the slow one is being done."""
    act = Together(desk)
    with ThreadPoolExecutor(len(works) + 1) as pool:
        slow = pool.submit(_outcome, act, "slow")
        assert desk.begun.wait(PATIENCE_S)
        waiting = []
        for n, work in enumerate(works, start=1):
            waiting.append(pool.submit(_outcome, act, work))
            _until_so_many_wait(act, n)
        desk.go_on.set()
        assert slow.result(PATIENCE_S) == "SLOW"
        return [each.result(PATIENCE_S) for each in waiting]


def test_who_comes_meanwhile_is_done_together_and_in_order():
    desk = Desk()
    assert _while_one_is_at_it(desk, ["a", "b", "c"]) == ["A", "B", "C"]
    assert desk.batches == [["slow"], ["a", "b", "c"]]


def test_who_comes_while_others_are_written_waits_for_their_commit_with_all_who_come():
    desk = Desk()

    def write(works):
        if works == ["first"]:
            waiting.extend(pool.submit(_outcome, act, work) for work in "ab")
            while len(act.waiting) < 2:
                assert desk.batches == [["first"]], "who came first has begun alone"
                time.sleep(0.001)
            time.sleep(0.1)  # in which one that need not wait would begin
            assert desk.batches == [["first"]], "who came first has begun alone"

    desk.write, act, waiting = write, Together(desk), []
    with ThreadPoolExecutor(3) as pool:
        assert pool.submit(_outcome, act, "first").result(PATIENCE_S) == "FIRST"
        assert [each.result(PATIENCE_S) for each in waiting] == ["A", "B"]
    assert [sorted(batch) for batch in desk.batches] == [["first"], ["a", "b"]]


def test_a_refusal_is_for_who_asked_alone():
    assert _while_one_is_at_it(Desk(), ["a", "refused", "c"]) == ["A", Refusal, "C"]


@pytest.mark.parametrize(
    ("bad", "error"), [("bad", ValueError), ("gone", OperationalError), ("unwritable", ValueError)]
)
def test_what_fails_does_not_fail_the_others(bad, error):
    desk = Desk()
    assert _while_one_is_at_it(desk, ["a", bad, "c"]) == ["A", error, "C"]
    assert desk.batches[:2] == [["slow"], ["a", bad, "c"]]
    assert sorted(desk.batches[2:]) == sorted([["a"], [bad], ["c"]])


def test_more_than_fit_together_are_all_done(monkeypatch):
    monkeypatch.setattr(group_commit, "MOST_TOGETHER", 2)
    desk = Desk()
    assert _while_one_is_at_it(desk, list("abcde")) == list("ABCDE")
    assert desk.batches == [["slow"], ["a", "b"], ["c", "d"], ["e"]]


def test_nobody_waits_for_ever_where_no_transaction_begins(monkeypatch):
    desk, begin = Desk(), transaction.atomic

    def no_more():
        if desk.batches:
            raise OperationalError("the database is away")
        return begin()

    monkeypatch.setattr(group_commit.transaction, "atomic", no_more)
    assert _while_one_is_at_it(desk, ["a", "b"]) == [OperationalError] * 2
    monkeypatch.undo()
    assert _outcome(Together(desk), "c") == "C"


def test_nobody_is_answered_before_the_commit(monkeypatch):
    desk, begin = Desk(), transaction.atomic

    @contextmanager
    def lost_at_the_commit():
        with begin():
            yield
            if len(desk.batches[-1]) > 1:
                raise OperationalError("the database is away")

    monkeypatch.setattr(group_commit.transaction, "atomic", lost_at_the_commit)
    assert _while_one_is_at_it(desk, ["a", "b"]) == ["A", "B"]
    assert sorted(desk.batches[2:]) == [["a"], ["b"]], "what was lost is done again before it is answered"


def test_one_alone_does_not_wait_and_the_next_one_neither():
    act = Together(Desk())
    assert [act("a"), act("b")] == ["A", "B"]


def test_inside_a_transaction_it_is_a_part_of_that():
    def decide(works):
        digests = [f"digest of {work}" for work in works]
        made = [Player(name=digest[:24], look=digest, created_at=NOW) for digest in digests]
        return Decided(made, lambda: Player.objects.bulk_create(made))

    act = Together(decide)
    with transaction.atomic():
        act("a")
        transaction.set_rollback(True)
    assert not Player.objects.exists()
    act("b")
    assert Player.objects.count() == 1


def test_many_threads_are_all_answered_with_their_own():
    act, works = Together(Desk()), [f"w{n}" for n in range(40)]
    with ThreadPoolExecutor(20) as pool:
        assert list(pool.map(lambda work: _outcome(act, work), works)) == [work.upper() for work in works]
