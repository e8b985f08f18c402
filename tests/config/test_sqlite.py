"""The embedded database: writers take turns in the order in which they came."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, close_old_connections, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper

from config.environment import SQLITE_OPTIONS
from config.sqlite import QueuedConnection, Writers


@pytest.fixture
def connect(tmp_path: Path, django_db_blocker: Any) -> Iterator[Callable[..., DatabaseWrapper]]:
    """Connects to a file as another thread would."""

    def connect(file: str = "cards.sqlite3", **options: Any) -> DatabaseWrapper:
        settings = {**connections["default"].settings_dict, "NAME": str(tmp_path / file)}
        settings["OPTIONS"] = {**SQLITE_OPTIONS, **options}
        return DatabaseWrapper(settings, alias=f"other-{threading.get_ident()}")

    with django_db_blocker.unblock():
        with connect().cursor() as cursor:
            cursor.execute("CREATE TABLE card (name TEXT)")
        yield connect


def cards(database: DatabaseWrapper) -> list[str]:
    with database.cursor() as cursor:
        cursor.execute("SELECT name FROM card ORDER BY rowid")
        return [name for (name,) in cursor.fetchall()]


def lay(database: DatabaseWrapper, name: str) -> None:
    with database.cursor() as cursor:
        cursor.execute("INSERT INTO card VALUES (%s)", [name])


def begin(database: DatabaseWrapper) -> None:
    database.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def end(database: DatabaseWrapper) -> None:
    database.commit()
    database.set_autocommit(True)


def test_turns_come_in_the_order_in_which_they_were_asked_for():
    writers, order = Writers(), []
    assert writers.enter(0)

    def wait(number: int) -> None:
        assert writers.enter(60)
        order.append(number)
        writers.leave()

    waiting = []
    for number in range(8):
        waiting.append(threading.Thread(target=wait, args=[number]))
        waiting[-1].start()
        while len(writers.waiting) <= number:
            pass
    writers.leave()
    for thread in waiting:
        thread.join()
    assert order == list(range(8))
    assert writers.enter(0)


def test_who_waited_in_vain_holds_nobody_up():
    writers = Writers()
    assert writers.enter(0)
    assert not writers.enter(0.01)
    writers.leave()
    assert writers.enter(0)


def test_a_transaction_left_open_is_gone_with_its_connection(connect):
    database = connect()
    begin(database)
    lay(database, "AS")
    database.close()
    other = connect(timeout=0.1)
    lay(other, "KD")
    assert cards(other) == ["KD"]


def test_a_writer_waits_for_the_transaction_before_it_and_says_so_if_that_is_too_long(connect):
    holding, late = connect(), connect(timeout=0.01)
    begin(holding)
    lay(holding, "AS")
    with pytest.raises(OperationalError, match="database is locked"):
        lay(late, "KD")
    with pytest.raises(OperationalError, match="database is locked"):
        begin(late)
    assert cards(late) == []
    end(holding)
    lay(late, "KD")
    assert cards(late) == ["AS", "KD"]


@pytest.mark.parametrize("leave", ["commit", "rollback", "close"])
def test_every_way_out_of_a_transaction_lets_the_next_one_in(connect, leave):
    holding, late = connect(), connect(timeout=0.5)
    begin(holding)
    getattr(holding, leave)()
    begin(late)
    end(late)


def test_a_transaction_that_cannot_begin_lets_the_next_one_in(connect, tmp_path):
    outside = sqlite3.connect(tmp_path / "cards.sqlite3", isolation_level=None)
    outside.execute("BEGIN IMMEDIATE")  # another process
    hasty, late = connect(timeout=0.01), connect(timeout=5)
    with pytest.raises(OperationalError, match="database is locked"):
        begin(hasty)
    outside.execute("COMMIT")
    begin(late)
    end(late)


def test_many_threads_write_and_nothing_is_lost_or_refused(connect):
    failed = []

    def write(player: int) -> None:
        database = connect()
        try:
            for number in range(20):
                if number % 2:
                    lay(database, f"{player}-{number}")
                else:
                    begin(database)
                    lay(database, f"{player}-{number}")
                    end(database)
                    database.close()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=[player]) for player in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    laid = cards(connect())
    assert len(laid) == 160
    for player in range(8):
        assert [card for card in laid if card.startswith(f"{player}-")] == [
            f"{player}-{n}" for n in range(20)
        ]


@pytest.mark.django_db(transaction=True)
def test_the_site_runs_on_it_and_threads_keep_their_connections():
    connection = connections["default"]
    connection.close()  # an old one is not kept
    connection.ensure_connection()
    used = connection.connection
    assert isinstance(used, QueuedConnection)
    close_old_connections()  # as before and after each request
    assert connection.connection is used
    second = connection.copy()
    second.settings_dict["OPTIONS"] = {**SQLITE_OPTIONS, "timeout": 0.01}
    try:
        with transaction.atomic(), pytest.raises(OperationalError, match="locked"):
            begin(second)
    finally:
        second.close()


def test_tests_have_a_file_of_it_too(db):
    """In memory it would lock whole tables between threads, and every worker would make its own anew."""
    database = connections["default"]
    assert database.vendor != "sqlite" or Path(database.settings_dict["NAME"]).is_file()
