"""Who waits for PostgreSQL is freed when its connections are cut; `test_postgresql_away` has a server that
hangs."""

import psycopg
import pytest
from django.db import OperationalError, connection

from competitions.postgresql.pulse import Pulse, pulse
from tests.threads import at_once
from tests.waiting import until

ASLEEP = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_who_waits_when_the_connections_are_cut_has_an_error_and_the_next_an_answer(
    any_database: str,
) -> None:
    def wait() -> None:
        with pytest.raises(OperationalError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(600)")

    def cut() -> None:
        with psycopg.connect(any_database, autocommit=True) as other:
            until(lambda: other.execute(ASLEEP).fetchone())
        pulse.cut()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    at_once(wait, cut)


def test_sqlite_has_no_pulse(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr("threading.Thread.start", started.append)
    Pulse().start()
    assert not started
