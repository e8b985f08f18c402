"""Work of many threads in one transaction: work that waits is done with the next, and none fails another."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from django.db import OperationalError, connections, transaction

from competitions.models import Player
from competitions.play import group_commit
from competitions.play.group_commit import GroupCommit
from competitions.refusals import Refusal
from tests.servers.databases import on_databases_that_lock
from tests.waiting import until

PATIENCE_S = 30
NOW = datetime(2026, 11, 21, tzinfo=UTC)

pytestmark = [pytest.mark.usefixtures("any_database"), on_databases_that_lock]


class Desk:
    """Notes what it is given. "slow" takes until it is told to go on; "bad" and "gone" fail."""

    def __init__(self):
        self.batches = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, items):
        self.batches.append(list(items))
        if "slow" in items:
            self.begun.set()
            assert self.go_on.wait(PATIENCE_S)
        if "bad" in items:
            raise ValueError("bad")
        if "gone" in items:
            raise OperationalError("gone")
        return [Refusal("wrong_state", "no") if item == "refused" else item.upper() for item in items]


def _outcome(store, item):
    try:
        return store(item)
    except Exception as error:
        return type(error)
    finally:
        connections.close_all()


def _while_one_is_at_it(desk, items):
    """The results of these items, all of which come while the slow one is being stored."""
    store = GroupCommit(desk)
    with ThreadPoolExecutor(len(items) + 1) as pool:
        slow = pool.submit(_outcome, store, "slow")
        assert desk.begun.wait(PATIENCE_S)
        waiting = []
        for n, item in enumerate(items, start=1):
            waiting.append(pool.submit(_outcome, store, item))
            until(lambda n=n: len(store.waiting) >= n)
        time.sleep(0.05)  # in which one that need not wait would begin
        assert desk.batches == [["slow"]]
        desk.go_on.set()
        assert slow.result(PATIENCE_S) == "SLOW"
        return [each.result(PATIENCE_S) for each in waiting]


@pytest.mark.parametrize(
    ("largest", "items", "outcomes", "batches", "alone"),
    [
        (100, "a b c", ["A", "B", "C"], [["a", "b", "c"]], []),
        (100, "a refused c", ["A", Refusal, "C"], [["a", "refused", "c"]], []),
        (100, "a bad c", ["A", ValueError, "C"], [["a", "bad", "c"]], ["a", "bad", "c"]),
        (100, "a gone c", ["A", OperationalError, "C"], [["a", "gone", "c"]], ["a", "c", "gone"]),
        (2, "a b c d e", ["A", "B", "C", "D", "E"], [["a", "b"], ["c", "d"], ["e"]], []),
    ],
)
def test_who_comes_meanwhile_is_stored_together_and_none_fails_another(
    monkeypatch, largest, items, outcomes, batches, alone
):
    monkeypatch.setattr(group_commit, "LARGEST_BATCH", largest)
    desk = Desk()
    assert _while_one_is_at_it(desk, items.split()) == outcomes
    together = 1 + len(batches)
    assert desk.batches[1:together] == batches
    assert sorted(desk.batches[together:]) == [[item] for item in alone]


def test_nobody_waits_for_ever_where_no_transaction_begins(monkeypatch):
    desk, begin = Desk(), transaction.atomic

    def no_more():
        if desk.batches:
            raise OperationalError("the database is away")
        return begin()

    monkeypatch.setattr(group_commit.transaction, "atomic", no_more)
    assert _while_one_is_at_it(desk, ["a", "b"]) == [OperationalError] * 2
    monkeypatch.undo()
    assert _outcome(GroupCommit(desk), "c") == "C"


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


def test_a_fault_after_the_commit_is_its_threads_alone_and_the_next_goes_on():
    def store(items):
        transaction.on_commit(lambda: items == ["a"] and [][0])
        return items

    group = GroupCommit(store)
    assert [_outcome(group, "a"), _outcome(group, "b")] == [IndexError, "b"]


def test_inside_a_transaction_it_is_a_part_of_that():
    def store(items):
        digests = [f"digest of {item}" for item in items]
        return Player.objects.bulk_create(
            Player(name=digest[:24], look=digest, created_at=NOW) for digest in digests
        )

    group = GroupCommit(store)
    with transaction.atomic():
        group("a")
        transaction.set_rollback(True)
    assert not Player.objects.exists()
    group("b")
    assert Player.objects.count() == 1


def test_many_threads_are_all_answered_with_their_own():
    store, items = GroupCommit(Desk()), [f"w{n}" for n in range(40)]
    with ThreadPoolExecutor(20) as pool:
        assert list(pool.map(lambda item: _outcome(store, item), items)) == [item.upper() for item in items]
